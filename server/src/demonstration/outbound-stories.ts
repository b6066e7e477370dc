import { addDays } from '@kufang/kernel/local-date.ts'
import { demonstrationUnit, requesters } from './partners.ts'
import type { Stage } from './stage.ts'

/** How far the wish of a picking unit comes. */
export const outboundEnds = [
  'draft',
  'submitted',
  'returned',
  'approved',
  'writtenOff',
  'partlyIssued',
  'issued',
  'rejected',
  'reviewed',
  'posted',
  'reversedInErp',
  'reversed',
] as const

export type OutboundEnd = (typeof outboundEnds)[number]

interface Reservation {
  id: string
  lines: { lineNo: number; quantity: string }[]
}

/** Reservations of plant 1011 that may be drawn from: first those that can be drawn in parts, and of the demonstration's unit. */
async function findReservation({ database }: Stage, index: number): Promise<Reservation> {
  const [reservation] = await database.query<Reservation>(
    `select h.id, json_agg(json_build_object('lineNo', l.line_no, 'quantity', l.quantity::text) order by l.line_no) as lines
     from reservation h join reservation_line l on l.company_code = h.company_code and l.document_id = h.id
     where h.company_code = '1010' and h.state = 'synced'
     group by h.id, h.doc_no, h.cost_center
     having bool_and(l.plant = $2 and coalesce(l.is_movement_allowed, false) and not coalesce(l.is_deleted, false) and not coalesce(l.is_completed, false))
     order by (max(l.quantity) > 1) desc, (h.cost_center = $3) desc nulls last, h.doc_no offset $1 limit 1`,
    [index, demonstrationUnit.plant, demonstrationUnit.costCenter],
  )
  if (reservation === undefined)
    throw new Error(`there is no reservation number ${index} for a story`)
  return reservation
}

/** Follows one reservation from the requisition to the given end, each step by the person whose work it is. */
export async function outboundStory(stage: Stage, end: OutboundEnd): Promise<void> {
  const reservation = await findReservation(stage, outboundEnds.indexOf(end))
  const requester = stage.person('requester')
  const head = stage.person('unithead')
  const person = requesters.find((one) => one.account === 'requester')!
  const requisition = await requester.create('requisition', {
    header: {
      pickingUnit: demonstrationUnit.pickingUnit,
      requester: person.requester,
      requiredDate: addDays(stage.today, 3),
      department: demonstrationUnit.name,
      purpose: '装置消缺检修',
    },
    lines: reservation.lines.map(({ lineNo, quantity }) => ({
      source: { id: reservation.id, lineNo },
      quantity: String(Number(quantity)),
    })),
    ...(end === 'draft' ? {} : { actionAfterCreate: 'submit' }),
  })
  if (end === 'draft' || end === 'submitted') return
  if (end === 'returned') {
    await head.act('requisition', requisition.id, 'refuse', { reason: '请补充检修作业票号' })
    return
  }
  await head.act('requisition', requisition.id, 'approve')
  if (end === 'approved') return
  if (end === 'writtenOff') {
    await requester.act('requisition', requisition.id, 'writeOff', { reason: '检修计划取消' })
    return
  }
  await issue(stage, requisition.id, end)
}

async function issue(stage: Stage, requisition: string, end: OutboundEnd): Promise<void> {
  const storekeeper = stage.person('storekeeper')
  const leader = stage.person('shiftleader')
  const poster = stage.person('poster')
  const lines = await storekeeper.linesOf('requisition', requisition)
  const chosen = lines.map(({ lineNo, quantity }) => ({
    id: requisition,
    lineNo,
    quantity:
      end === 'partlyIssued' && Number(quantity) > 1
        ? String(Math.ceil(Number(quantity) / 2))
        : quantity,
  }))
  const proposed = await storekeeper.propose('goods-issue', chosen)
  const { id } = await storekeeper.create('goods-issue', {
    header: {
      ...proposed.header,
      recipient: '沈一诺',
      gatePassNo: `FX${stage.today.replaceAll('-', '')}${requisition.slice(-3).toUpperCase()}`,
    },
    lines: proposed.lines,
    actionAfterCreate: 'issue',
  })
  if (end === 'partlyIssued' || end === 'issued') return
  if (end === 'rejected') {
    await leader.act('goods-issue', id, 'refuse', { reason: '放行条与实物不符' })
    return
  }
  await leader.act('goods-issue', id, 'review')
  if (end === 'reviewed') return
  await poster.act('goods-issue', id, 'post')
  await stage.settle()
  if (end === 'posted') return
  await poster.act('goods-issue', id, 'reverse', { reason: '成本中心有误' })
  await stage.settle()
  if (end === 'reversedInErp') return
  await storekeeper.act('goods-issue', id, 'reversePhysical', { reason: '物资原数退回' })
}
