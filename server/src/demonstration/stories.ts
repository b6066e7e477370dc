import { documents } from '@kufang/contract/registry.ts'
import { findJourney, type JourneyLine } from '../document/journey/journey.ts'
import { make, wayTo } from '../document/journey/walk.ts'
import '../journeys.ts'
import type { Stage } from './stage.ts'
import {
  findBatches,
  findDeliverable,
  findOrder,
  findOrderByNumber,
  findOrderedPieces,
  findPieces,
  findRequestByNumber,
  findReservation,
  findSalesOrder,
  findStock,
  findStorageLocation,
} from './beginnings.ts'
import { consigned, consignedItems, direct, directItems } from './direct-stories.ts'
import { furtherStories } from './further-stories.ts'
import { stockDocuments } from './stock-stories.ts'
import { stageWalker, type Beginning } from './stage-walker.ts'
import type { Story } from './story.ts'
import {
  destroyed,
  destroyedOrders,
  recorded,
  recordedOrders,
  rejectedItems,
  rejectedOrders,
  rejects,
  surplus,
  surplusOrders,
  unpacked,
  unpackedOrders,
} from './unpacking-stories.ts'
import { expiredOrder } from './purchase-contracts.ts'

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
  reversalRequested: ['goods-issue', 'reversalRequested'],
  reversedInErp: ['goods-issue', 'reversedInErp'],
  reversed: ['goods-issue', 'reversed'],
}

/** The same for goods of a sales order. */
const sale: Record<string, readonly [document: string, point: string]> = {
  draft: ['requisition', 'draftForSale'],
  submitted: ['requisition', 'submittedForSale'],
  approved: ['requisition', 'approvedForSale'],
  issued: ['goods-issue', 'issuedForSale'],
  posted: ['goods-issue', 'postedForSale'],
}

/** States reached by counts of stock in the bins. */
const count: Record<string, readonly [document: string, point: string]> = {
  draft: ['stocktaking', 'draft'],
  counting: ['stocktaking', 'counting'],
  countingBlind: ['stocktaking', 'countingBlind'],
  counted: ['stocktaking', 'counted'],
  differing: ['stocktaking', 'differing'],
  handled: ['stocktaking', 'handled'],
  toDirector: ['stocktaking', 'toDirector'],
  adjusted: ['stocktaking', 'adjusted'],
  posted: ['stocktaking', 'posted'],
  writtenOff: ['stocktaking', 'writtenOff'],
  cancelled: ['stocktaking', 'cancelled'],
  recounting: ['stocktaking', 'recounting'],
}

/** Goods that are announced under a contract that has expired: they wait at the gate. */
const uncovered: Record<string, readonly [document: string, point: string]> = {
  announced: ['delivery-note', 'confirmed'],
}

/** Orders of the supplier whose account is there: only he answers the problem documents of his orders. */
const answeredOrders = ['4500001136', '4500001050', '4500001169'] as const
const problem: Record<string, readonly [document: string, point: string]> = {
  raised: ['problem-document', 'raised'],
  answered: ['problem-document', 'answered'],
  closed: ['problem-document', 'closed'],
}

/**
 * Orders with items that are overdue. Those that the supplier explains are of the supplier whose account is there; the one
 * whose goods arrive late is taken by no other story.
 */
const overdueOrders = [
  '4500001169',
  '4500001136',
  '4500001050',
  '4500001005',
  '4500001020',
  '4500001089',
] as const
const overdue: Record<string, readonly [document: string, point: string]> = {
  raised: ['overdue-record', 'raised'],
  answered: ['overdue-record', 'answered'],
  decided: ['overdue-record', 'decided'],
  exclusionRequested: ['overdue-record', 'exclusionRequested'],
  arrived: ['overdue-record', 'arrived'],
  closed: ['overdue-record', 'closed'],
}

/** Orders that no other story takes: their goods are imported, and wait for customs or were released. */
const importedOrders = [
  '4500001193',
  '4500001152',
  '4500001155',
  '4500001158',
  '4500001164',
  '4500001179',
] as const
const customs: Record<string, readonly [document: string, point: string]> = {
  open: ['customs-clearance', 'open'],
  declared: ['customs-clearance', 'declared'],
  inspecting: ['customs-clearance', 'inspecting'],
  released: ['customs-clearance', 'released'],
  arrived: ['customs-clearance', 'arrived'],
  cancelled: ['customs-clearance', 'cancelled'],
}

/** Orders that no other story takes: their goods came without a delivery note. */
const unpaperedOrders = [
  '4500001143',
  '4500001187',
  '4500001139',
  '4500001070',
  '4500001083',
] as const
const unpapered: Record<string, readonly [document: string, point: string]> = {
  draft: ['unannounced-arrival', 'draft'],
  awaiting: ['unannounced-arrival', 'awaiting'],
  partly: ['unannounced-arrival', 'partlySupplemented'],
  supplemented: ['unannounced-arrival', 'supplemented'],
  sentBack: ['unannounced-arrival', 'takenBack'],
}

/**
 * Purchase requests of plant 1011 that no other story takes. That of the director is worth more than the limit; of the one
 * that is covered everything is in stock, of most others a part.
 */
const openRequests = [
  '10010012',
  '10010032',
  '10010042',
  '10010052',
  '10010056',
  '10010028',
  '10010036',
  '10010020',
] as const
const requested: Record<string, readonly [document: string, point: string]> = {
  submitted: ['request-delivery', 'submitted'],
  submittedToo: ['request-delivery', 'submitted'],
  toDirector: ['request-delivery', 'toDirector'],
  returned: ['request-delivery', 'returned'],
  approved: ['request-delivery', 'approved'],
  covered: ['request-delivery', 'covered'],
  declined: ['request-delivery', 'declined'],
  cancelled: ['request-delivery', 'cancelled'],
}

/** How far the goods get that are delivered; several wait, so that there is something to put onto trips. */
const delivered: Record<string, readonly [document: string, point: string]> = {
  picked: ['goods-issue', 'picked'],
  pickedToo: ['goods-issue', 'picked'],
  waiting: ['distribution-order', 'waiting'],
  waitingToo: ['distribution-order', 'waiting'],
  alsoWaiting: ['distribution-order', 'waiting'],
  allotted: ['distribution-order', 'allotted'],
  loaded: ['distribution-order', 'loaded'],
  underWay: ['distribution-order', 'underWay'],
  signed: ['distribution-order', 'signed'],
  partlyRefused: ['distribution-order', 'partlyRefused'],
  refused: ['distribution-order', 'refused'],
  completed: ['distribution-order', 'completed'],
  cancelled: ['distribution-order', 'cancelled'],
  reversed: ['distribution-order', 'reversed'],
}

/** Stories written by hand, of a document in a state each. */
const written: readonly Story[] = [
  ...told('inbound', inbound, findOrder),
  ...told('outbound', outbound, findReservation),
  ...told('sale', sale, findSalesOrder),
  ...told('delivered', delivered, findDeliverable),
  ...told('count', count, findStock),
  ...told('uncovered', uncovered, (stage) => findOrderByNumber(stage, expiredOrder)),
  ...told('problem', problem, (stage, index) => findOrderByNumber(stage, answeredOrders[index]!)),
  ...told('direct', direct, async (stage, index) => {
    const [order, item] = directItems[index]!
    return { ...(await findOrderByNumber(stage, order)), items: [item] }
  }),
  ...told('consigned', consigned, async (stage, index) => {
    const [order, item] = consignedItems[index]!
    return { ...(await findOrderByNumber(stage, order)), items: [item] }
  }),
  // All that is missing is delivered, so the whole order.
  ...told('overdue', overdue, async (stage, index) => ({
    ...(await findOrderByNumber(stage, overdueOrders[index]!)),
    isHalved: false,
  })),
  ...told('customs', customs, (stage, index) => findOrderByNumber(stage, importedOrders[index]!)),
  ...told('rejects', rejects, async (stage, index) => {
    const order = rejectedOrders[index]!
    const items = rejectedItems[order]
    return { ...(await findOrderByNumber(stage, order)), ...(items && { items }) }
  }),
  ...told('unpacked', unpacked, (stage, index) => findOrderByNumber(stage, unpackedOrders[index]!)),
  ...told('recorded', recorded, (stage, index) => findOrderByNumber(stage, recordedOrders[index]!)),
  ...told('requested', requested, (stage, index) =>
    findRequestByNumber(stage, openRequests[index]!),
  ),
  ...told('unpapered', unpapered, (stage, index) =>
    findOrderByNumber(stage, unpaperedOrders[index]!),
  ),
  // Of some only few pieces are ordered.
  ...told('destroyed', destroyed, async (stage, index) => ({
    ...(await findOrderByNumber(stage, destroyedOrders[index]!)),
    isHalved: false,
  })),
  // Of some only one piece is ordered.
  ...told('surplus', surplus, async (stage, index) => ({
    ...(await findOrderByNumber(stage, surplusOrders[index]!)),
    isHalved: false,
  })),
]

const toldByHand = new Set(
  [
    inbound,
    outbound,
    delivered,
    count,
    problem,
    customs,
    rejects,
    recorded,
    unpacked,
    overdue,
    requested,
    unpapered,
    direct,
    consigned,
    surplus,
    destroyed,
  ].flatMap((ends) => Object.values(ends).map(([document]) => document)),
)

/** Documents whose rows come from elsewhere: from the opening stock, and from the inspections of the orders above. */
const toldElsewhere: readonly string[] = [
  'stock-initialisation',
  'inspection-order',
  'replenishment-request',
  'demand-problem',
  ...stockDocuments,
]

/** What goes to the director is told of dear goods (`transfer-stories.ts`): the company keeps its limit. */
const notDerived: readonly string[] = ['transfer-difference toDirector']

/** Documents without stories written by hand, in the order of the registry. */
function derivedNames(): string[] {
  return Object.keys(documents).filter(
    (name) =>
      !toldByHand.has(name) && !toldElsewhere.includes(name) && findJourney(name).madeBy !== 'erp',
  )
}

/** How many orders the derived stories of the documents before this one take; of a document without any: of all. */
function ordersTakenBefore(name: string): number {
  const names = derivedNames().filter((one) => firstOf(one) === 'purchase-order')
  const before = names.includes(name) ? names.slice(0, names.indexOf(name)) : names
  return before.reduce((sum, one) => sum + pointsOf(one).length, 0)
}

/**
 * One story for each state of a document in the core flow and of every further document, so that every page shows data,
 * and the situations.
 */
export const stories: readonly Story[] = [
  ...written,
  ...derivedNames().flatMap(derivedStories),
  ...furtherStories,
]

/**
 * The derived stories of a document without written ones: one for each state and milestone of its journey, beginning where
 * the first of its predecessors does.
 */
export function derivedStories(name: string): Story[] {
  const ends = Object.fromEntries(pointsOf(name).map((point) => [point, [name, point] as const]))
  const first = firstOf(name)
  // ERP documents behind those of the stories above, a share of each.
  if (first === 'purchase-order') {
    const before = Object.keys(inbound).length + ordersTakenBefore(name)
    return told(name, ends, (stage, index) => findOrder(stage, before + index))
  }
  if (first === 'reservation')
    return told(name, ends, (stage, index) =>
      findReservation(stage, Object.keys(outbound).length + index),
    )
  if (findJourney(first).start?.refersTo !== undefined) return told(name, ends, findOrderedPieces)
  if (findJourney(first).start?.needsStock === 'batches') return told(name, ends, findBatches)
  const { goods } = findJourney(first).definition
  return told(name, ends, goods === false ? findStorageLocation : findPieces)
}

/** The states and milestones that a journey reaches and of which no story is told by hand. */
function pointsOf(name: string): string[] {
  const { definition, reaches, milestones } = findJourney(name)
  const points = [definition.initial, ...Object.keys(reaches), ...Object.keys(milestones ?? {})]
  return points.filter((point) => !notDerived.includes(`${name} ${point}`))
}

/** The document with which the chain of predecessors begins. */
function firstOf(name: string): string {
  const { start, madeBy } = findJourney(name)
  const before = start?.from ?? (madeBy === 'erp' ? undefined : madeBy)
  return before === undefined ? name : firstOf(before.document)
}

function told(
  direction: string,
  ends: typeof inbound,
  begin: (stage: Stage, index: number) => Promise<Beginning>,
): Story[] {
  return Object.entries(ends).map(([end, [document, point]], index) => ({
    name: `${direction}-${end}`,
    async tell(stage) {
      const beginning = await begin(stage, index)
      const goods = (beginning.goods ?? goodsOf(document)).slice(
        0,
        findJourney(document).definition.linesMax,
      )
      const walker = stageWalker(stage, beginning)
      const isElsewhere = isMadeElsewhere(document)
      await make(
        isElsewhere ? await walker.elsewhere!() : walker,
        document,
        goods,
        wayTo(document, point),
      )
    },
  }))
}

/** Whether a document of the other company makes it: then that is of company 1010, and this one of company 1020. */
function isMadeElsewhere(name: string): boolean {
  const { madeBy } = findJourney(name)
  return madeBy !== undefined && madeBy !== 'erp' && madeBy.isElsewhere === true
}

/** A document without goods gets two lines, if it may have them; others get theirs from their starting point. */
function goodsOf(document: string): readonly JourneyLine[] {
  const { goods, linesMax = 2 } = findJourney(document).definition
  if (goods !== false) return []
  return [1, 2].slice(0, linesMax).map((lineNo) => ({ lineNo, materialNo: '', quantity: '1' }))
}
