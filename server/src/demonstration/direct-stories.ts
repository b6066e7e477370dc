// Stories of goods that need no inspection: some go straight to their unit, some are consignment that is closed short. Their
// order items are taken by no other story.

/** Items of goods that need no inspection, of orders of the plant of the demonstration unit: their trucks go straight there. */
export const directItems = [
  ['4500001007', 10],
  ['4500001025', 30],
  ['4500001040', 10],
  ['4500001085', 30],
  ['4500001142', 40],
  ['4500001175', 30],
  ['4500001157', 20],
  ['4500001124', 20],
  ['4500001007', 20],
  ['4500001115', 30],
  ['4500001085', 30],
] as const
/** How far they get. */
export const direct: Record<string, readonly [document: string, point: string]> = {
  draft: ['direct-receipt', 'draft'],
  dispatched: ['direct-receipt', 'dispatched'],
  signed: ['direct-receipt', 'signed'],
  refused: ['direct-receipt', 'rejected'],
  reviewed: ['direct-receipt', 'reviewed'],
  posted: ['direct-receipt', 'posted'],
  reversalRequested: ['direct-receipt', 'reversalRequested'],
  reversed: ['direct-receipt', 'reversed'],
  issueRefused: ['direct-issue', 'rejected'],
  // Of the stock that a supplier keeps here.
  issuePosted: ['direct-issue', 'posted'],
  issueReviewed: ['direct-issue', 'reviewed'],
}

/** Items of consignment without inspection: part of what arrived of them is closed short. */
export const consignedItems = [
  ['4500001098', 20],
  ['4500001098', 30],
  ['4500001101', 10],
] as const
/** How far its closings get. */
export const consigned: Record<string, readonly [document: string, point: string]> = {
  draft: ['consignment-closing', 'draft'],
  closed: ['consignment-closing', 'closed'],
  withdrawn: ['consignment-closing', 'withdrawn'],
}
