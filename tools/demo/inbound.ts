import type { LineInput } from '@kufang/contract/document/api.ts'
import { make } from '../../server/src/document/journey/walk.ts'
import type { WalkedLine } from '../../server/src/document/journey/walk.ts'
import { share } from './chance.ts'
import type { Delivery, DeliveryLine } from './delivery.ts'
import type { MaterialFacts } from './materials.ts'
import type { Team } from './team.ts'
import { teamWalker } from './team-walker.ts'
import { dayFromToday } from './today.ts'

/**
 * Processes one delivery from its announcement to the request to post it, each step with the responsible account.
 * Returns when the posting is requested, not when the ERP has responded.
 */
export async function workOff(
  delivery: Delivery,
  team: Team,
  materials: ReadonlyMap<string, MaterialFacts>,
): Promise<void> {
  const walker = teamWalker(team, {
    key: delivery.key,
    companyCode: delivery.companyCode,
    id: delivery.lines[0]!.order.id,
    lines: delivery.lines.map((line, index) => announced(line, index, materials)),
    amend(name, request) {
      if (name === 'delivery-note') request.header['reference'] = delivery.reference
      if (name === 'inspection-order' && delivery.isPartlyRejected)
        rejectPart(delivery, request.lines)
    },
  })
  await make(walker, 'goods-receipt', [], ['receive', 'review', 'post'])
  const { made } = walker
  Object.assign(delivery.documents, {
    note: made.get('delivery-note'),
    arrival: made.get('arrival'),
    notice: made.get('inspection-notice'),
    inspection: made.get('inspection-order'),
    receipt: made.get('goods-receipt'),
  })
}

/** Batch and dates if the material requires them. */
function announced(
  line: DeliveryLine,
  index: number,
  materials: ReadonlyMap<string, MaterialFacts>,
): WalkedLine {
  const { order, quantity } = line
  const facts = materials.get(order.materialNo)
  const shelfLife = facts?.shelfLifeDays ?? null
  return {
    lineNo: order.lineNo,
    materialNo: order.materialNo,
    quantity,
    ...(facts?.isBatchManaged ? { batch: `B${order.docNo.slice(-6)}${index}` } : {}),
    ...(shelfLife === null
      ? {}
      : { productionDate: dayFromToday(-3), expiryDate: dayFromToday(shelfLife - 3) }),
  }
}

/** About a tenth of one line, whole units; nothing of a single unit. */
function rejectPart(delivery: Delivery, lines: LineInput[]): void {
  const line = lines[Math.floor(share(`which ${delivery.key}`) * lines.length)]!
  const quantity = Number(line['quantity'])
  const rejected = Math.floor(quantity / 10) || 1
  if (quantity <= 1 || !Number.isInteger(quantity)) return
  line['acceptedQuantity'] = String(quantity - rejected)
  line['rejectedQuantity'] = String(rejected)
  line['defectClass'] = 'damage'
}
