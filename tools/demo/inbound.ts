import { share } from './chance.ts'
import type { Delivery, DeliveryLine } from './delivery.ts'
import type { MaterialFacts } from './materials.ts'
import type { Person } from './person.ts'
import type { Team } from './team.ts'
import { dayFromToday } from './today.ts'

/**
 * One delivery from its announcement to the request that the ERP book it, each step by the account
 * whose work it is. Returns when the posting is asked for, not when the ERP has answered.
 */
export async function workOff(
  delivery: Delivery,
  team: Team,
  materials: ReadonlyMap<string, MaterialFacts>,
): Promise<void> {
  const keeper = team.storekeeperOf(delivery.companyCode)
  const key = (step: string) => `${delivery.key} ${step}`
  const { documents } = delivery

  const note = await team.buyer.createAnd(
    'submit',
    'delivery-note',
    {
      header: {
        reference: delivery.reference,
        shipDate: dayFromToday(-3),
        etaDate: dayFromToday(0),
        deliveryMode: 'warehouse',
      },
      lines: delivery.lines.map((line, index) => announced(line, index, materials)),
    },
    key('announce'),
  )
  documents.note = note.id
  const slot = { appointmentSlot: `${dayFromToday(0)} 08:30-10:30` }
  await keeper.act('delivery-note', note, 'confirm', key('confirm'), slot)

  const arriving = await keeper.propose(
    'arrival',
    delivery.lines.map((_line, index) => ({ id: note.id, lineNo: index + 1 })),
  )
  const arrival = await keeper.createAnd('confirm', 'arrival', arriving, key('arrive'))
  documents.arrival = arrival.id

  const inspected = delivery.lines.filter(
    (line) => materials.get(line.order.materialNo)?.needsInspection,
  )
  if (inspected.length > 0) await inspect(delivery, team, keeper, inspected.length, key)

  const taking = await keeper.propose(
    'goods-receipt',
    delivery.lines.map((_line, index) => ({ id: arrival.id, lineNo: index + 1 })),
  )
  const receipt = await keeper.createAnd('receive', 'goods-receipt', taking, key('receive'))
  documents.receipt = receipt.id
  const reviewed = await team.shiftLeader.act('goods-receipt', receipt, 'review', key('review'))
  await team.poster.act('goods-receipt', reviewed, 'post', key('post'))
}

/** Batch and dates where the material wants them. */
function announced(
  line: DeliveryLine,
  index: number,
  materials: ReadonlyMap<string, MaterialFacts>,
) {
  const { order, quantity } = line
  const facts = materials.get(order.materialNo)
  const shelfLife = facts?.shelfLifeDays ?? null
  return {
    source: { id: order.id, lineNo: order.lineNo },
    quantity,
    ...(facts?.isBatchManaged ? { batch: `B${order.docNo.slice(-6)}${index}` } : {}),
    ...(shelfLife === null
      ? {}
      : { productionDate: dayFromToday(-3), expiryDate: dayFromToday(shelfLife - 3) }),
  }
}

/** Unpacking time, the supervisor's confirmation, the inspector's decision; a part may be rejected. */
async function inspect(
  delivery: Delivery,
  team: Team,
  keeper: Person,
  lineCount: number,
  key: (step: string) => string,
): Promise<void> {
  const { documents } = delivery
  const { nodes } = await keeper.flow('arrival', documents.arrival!)
  const called = nodes.find((node) => node.type === 'inspection-notice')
  if (called === undefined)
    throw new Error(`the arrival of ${delivery.key} called nobody to inspect`)
  documents.notice = called.id
  const timed = await team.qualitySupervisor.openAndAct(
    'inspection-notice',
    called.id,
    'confirmTime',
    key('unpacking'),
    {
      unpackingAt: `${dayFromToday(0)}T02:00:00Z`,
      unpackingPlace: '待检区',
      attendees: ['供应商', '保管员'],
    },
  )
  await team.qualitySupervisor.act('inspection-notice', timed, 'confirmInspector', key('inspector'))
  const sources = Array.from({ length: lineCount }, (_none, index) => ({
    id: called.id,
    lineNo: index + 1,
  }))
  const finding = await team.inspector.propose('inspection-order', sources)
  if (delivery.isPartlyRejected) rejectPart(delivery, finding.lines)
  const decided = await team.inspector.createAnd(
    'decide',
    'inspection-order',
    finding,
    key('decide'),
  )
  documents.inspection = decided.id
}

/** About a tenth of one line, whole pieces; of a single piece nothing. */
function rejectPart(delivery: Delivery, lines: Record<string, unknown>[]): void {
  const line = lines[Math.floor(share(`which ${delivery.key}`) * lines.length)]!
  const quantity = Number(line['quantity'])
  const rejected = Math.floor(quantity / 10) || 1
  if (quantity <= 1 || !Number.isInteger(quantity)) return
  line['acceptedQuantity'] = String(quantity - rejected)
  line['rejectedQuantity'] = String(rejected)
  line['defectClass'] = 'damage'
}
