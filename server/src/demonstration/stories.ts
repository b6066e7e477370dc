import { findJourney, type JourneyLine } from '../document/journey/journey.ts'
import { make, wayTo } from '../document/journey/walk.ts'
import type { Stage } from './stage.ts'
import { stageWalker, type Beginning } from './stage-walker.ts'
import { demonstrationUnit } from './partners.ts'

/** A story leaves a document at one point of its journey; its name is its step of the preparation. */
export interface Story {
  name: string
  tell(stage: Stage): Promise<void>
}

/** How far the goods of each order get: a point in the journey of a document. */
const inbound: Record<string, readonly [document: string, point: string]> = {
  draft: ['delivery-note', 'draft'],
  submitted: ['delivery-note', 'submitted'],
  returned: ['delivery-note', 'returned'],
  confirmed: ['delivery-note', 'confirmed'],
  writtenOff: ['delivery-note', 'writtenOff'],
  partlyArrived: ['delivery-note', 'partlyArrived'],
  arrived: ['arrival', 'arrived'],
  assigned: ['inspection-notice', 'assigned'],
  timeConfirmed: ['inspection-notice', 'timeConfirmed'],
  inspectorConfirmed: ['inspection-notice', 'inspectorConfirmed'],
  inspected: ['inspection-notice', 'qualified'],
  received: ['goods-receipt', 'received'],
  rejected: ['goods-receipt', 'rejected'],
  reviewed: ['goods-receipt', 'reviewed'],
  posted: ['goods-receipt', 'posted'],
  reversalRequested: ['goods-receipt', 'reversalRequested'],
  reversalApproved: ['goods-receipt', 'reversalApproved'],
  reversedInErp: ['goods-receipt', 'reversedInErp'],
  reversed: ['goods-receipt', 'reversed'],
}

/** How far the request of a picking unit gets, by reservation. */
const outbound: Record<string, readonly [document: string, point: string]> = {
  draft: ['requisition', 'draft'],
  submitted: ['requisition', 'submitted'],
  returned: ['requisition', 'returned'],
  approved: ['requisition', 'approved'],
  writtenOff: ['requisition', 'writtenOff'],
  partlyIssued: ['requisition', 'partlyIssued'],
  issued: ['goods-issue', 'issued'],
  rejected: ['goods-issue', 'rejected'],
  reviewed: ['goods-issue', 'reviewed'],
  posted: ['goods-issue', 'posted'],
  reversedInErp: ['goods-issue', 'reversedInErp'],
  reversed: ['goods-issue', 'reversed'],
}

/** States reached by handovers of certificates and manuals to the picking unit, without goods. */
const handover: Record<string, readonly [document: string, point: string]> = {
  draft: ['document-handover', 'draft'],
  submitted: ['document-handover', 'submitted'],
  returned: ['document-handover', 'returned'],
  confirmed: ['document-handover', 'confirmed'],
  archived: ['document-handover', 'archived'],
}

/** States reached by counts of stock in the bins. */
const count: Record<string, readonly [document: string, point: string]> = {
  draft: ['stocktaking', 'draft'],
  counting: ['stocktaking', 'counting'],
  countingBlind: ['stocktaking', 'countingBlind'],
  counted: ['stocktaking', 'counted'],
  differing: ['stocktaking', 'differing'],
  handled: ['stocktaking', 'handled'],
  adjusted: ['stocktaking', 'adjusted'],
  posted: ['stocktaking', 'posted'],
  writtenOff: ['stocktaking', 'writtenOff'],
  cancelled: ['stocktaking', 'cancelled'],
}

/** One story for each state of a document in the core flow, so that every page shows data. */
export const stories: readonly Story[] = [
  ...told('inbound', inbound, findOrder),
  ...told('outbound', outbound, findReservation),
  ...told('handover', handover, findStorageLocation),
  ...told('count', count, findStock),
]

function told(
  direction: string,
  ends: typeof inbound,
  begin: (stage: Stage, index: number) => Promise<Beginning>,
): Story[] {
  return Object.entries(ends).map(([end, [document, point]], index) => ({
    name: `${direction}-${end}`,
    async tell(stage) {
      const beginning = await begin(stage, index)
      const goods = beginning.goods ?? goodsOf(document)
      await make(stageWalker(stage, beginning), document, goods, wayTo(document, point))
    },
  }))
}

/** Orders of company 1010 whose items are all open, require inspection and can be split, by number. */
async function findOrder({ database }: Stage, index: number): Promise<Beginning> {
  const [order] = await database.query<{ id: string; supplierNo: string }>(
    `select h.id, h.supplier_no
     from purchase_order h
       join purchase_order_line l on l.company_code = h.company_code and l.document_id = h.id
       join material m on m.material_no = l.material_no
     where h.company_code = '1010'
     group by h.id, h.doc_no, h.supplier_no
     having bool_and(not coalesce(l.is_deleted, false) and not coalesce(l.is_completed, false) and m.needs_inspection
       and coalesce(l.special_stock, '') = '') and min(l.quantity) > 3
     order by h.doc_no offset $1 limit 1`,
    [index],
  )
  if (order === undefined) throw new Error(`there is no order number ${index} for a story`)
  return { ...order, isHalved: true }
}

/** Open reservations of plant 1011: first those that can be split and belong to the demonstration unit. */
async function findReservation({ database }: Stage, index: number): Promise<Beginning> {
  const [reservation] = await database.query<{ id: string }>(
    `select h.id
     from reservation h join reservation_line l on l.company_code = h.company_code and l.document_id = h.id
     where h.company_code = '1010' and h.state = 'synced'
     group by h.id, h.doc_no, h.cost_center
     having bool_and(l.plant = $2 and coalesce(l.is_movement_allowed, false) and not coalesce(l.is_deleted, false) and not coalesce(l.is_completed, false))
     order by (max(l.quantity) > 1) desc, (h.cost_center = $3) desc nulls last, h.doc_no offset $1 limit 1`,
    [index, demonstrationUnit.plant, demonstrationUnit.costCenter],
  )
  if (reservation === undefined)
    throw new Error(`there is no reservation number ${index} for a story`)
  return { ...reservation, isHalved: false }
}

/** Four materials in bins of one storage location that nobody holds; each story has its own, from the end of the list. */
async function findStock({ database }: Stage, index: number): Promise<Beginning> {
  const perStory = 4
  const goods = await database.query<JourneyLine & { storageLocation: string }>(
    `select storage_location, material_no, bin, nullif(batch, '') as batch, stock_category, quantity
     from stock_balance
     where company_code = '1010' and plant = $1 and place = 'stock' and book = 'ERP' and stock_category = 'UU'
       and special_stock = '' and reserved = 0 and frozen = 0 and quantity > 8
       and storage_location = (select storage_location from stock_balance
         where company_code = '1010' and plant = $1 and place = 'stock' group by 1 order by count(*) desc, 1 limit 1)
     order by material_no desc, bin, batch offset $2 limit $3`,
    [demonstrationUnit.plant, index * perStory, perStory],
  )
  const [first] = goods
  if (first === undefined) throw new Error(`there is no stock number ${index} for a story`)
  return { id: '', storageLocation: first.storageLocation, goods, isHalved: false }
}

/** A document without goods gets two lines; others get theirs from their starting point. */
function goodsOf(document: string): readonly JourneyLine[] {
  if (findJourney(document).definition.goods !== false) return []
  return [1, 2].map((lineNo) => ({ lineNo, materialNo: '', quantity: '1' }))
}

async function findStorageLocation({ database }: Stage): Promise<Beginning> {
  const [found] = await database.query<{ storageLocation: string }>(
    `select storage_location from storage_location where company_code = '1010' and plant = $1
     order by storage_location limit 1`,
    [demonstrationUnit.plant],
  )
  if (found === undefined)
    throw new Error(`plant ${demonstrationUnit.plant} has no storage location`)
  return { id: '', storageLocation: found.storageLocation, isHalved: false }
}
