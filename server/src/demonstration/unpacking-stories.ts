// What inspectors and storekeepers find at unpacking: record sheets and packing checks.

type Points = Record<string, readonly [document: string, point: string]>

/**
 * Orders that no other story takes: their goods wait for a record sheet, or have one. Two of the passed ones are of one
 * supplier and material group, whose measured values are compared.
 */
export const recordedOrders = [
  '4500001031',
  '4500001170',
  '4500001037',
  '4500001053',
  '4500001197',
  '4500001023',
] as const
export const recorded: Points = {
  toRecord: ['inspection-notice', 'inspectorConfirmed'],
  draft: ['inspection-record', 'draft'],
  passedBefore: ['inspection-record', 'passed'],
  passed: ['inspection-record', 'passed'],
  failed: ['inspection-record', 'failed'],
  withdrawn: ['inspection-record', 'withdrawn'],
}

/** Orders that no other story takes: their crates are unpacked, and what is in them besides the goods is compared. */
export const unpackedOrders = [
  '4500001038',
  '4500001062',
  '4500001017',
  '4500001154',
  '4500001113',
] as const
/** Orders that no other story takes: spares in their crates are surplus, and are received at zero value. */
export const surplusOrders = ['4500001112', '4500001130', '4500001151'] as const
export const surplus: Points = {
  received: ['zero-value-receipt', 'received'],
  reviewed: ['zero-value-receipt', 'reviewed'],
  reversalRequested: ['zero-value-receipt', 'reversalRequested'],
}
export const unpacked: Points = {
  draft: ['packing-check', 'draft'],
  complete: ['packing-check', 'complete'],
  incomplete: ['packing-check', 'incomplete'],
  surplus: ['packing-check', 'surplus'],
  withdrawn: ['packing-check', 'withdrawn'],
}

/** Orders that no other story takes: a test destroys pieces of their goods. */
export const destroyedOrders = [
  '4500001041',
  '4500001071',
  '4500001146',
  '4500001161',
  '4500001191',
] as const
export const destroyed: Points = {
  recorded: ['sample-withdrawal', 'recorded'],
  reversalRequested: ['sample-withdrawal', 'reversalRequested'],
  reversalApproved: ['sample-withdrawal', 'reversalApproved'],
  reversed: ['sample-withdrawal', 'reversed'],
  posted: ['sample-withdrawal', 'posted'],
}

/** Orders that no other story takes: some of their goods are rejected, and each record gets further than the one before. */
export const rejectedOrders = [
  '4500001049',
  '4500001061',
  '4500001092',
  '4500001097',
  '4500001109',
  '4500001110',
  '4500001125',
  '4500001137',
  '4500001185',
  // A piece of it is worth more than the limit of the director.
  '4500001091',
  '4500001199',
  '4500001166',
] as const
/** Of the goods that are scrapped only this item, which is within the limit of the director. */
export const rejectedItems: Readonly<Record<string, readonly number[]>> = { '4500001199': [30] }
export const rejects: Points = {
  appealed: ['rejected-goods', 'appealed'],
  confirmed: ['rejected-goods', 'confirmed'],
  toReturn: ['rejects-return', 'submitted'],
  handedOver: ['rejects-return', 'handedOver'],
  pickedUp: ['rejects-return', 'pickedUp'],
  returned: ['rejects-return', 'posted'],
  reversalRequested: ['rejects-return', 'reversalRequested'],
  askedFor: ['concession', 'submitted'],
  conceded: ['concession', 'conceded'],
  toScrap: ['rejects-scrap', 'submitted'],
  scrapped: ['rejects-scrap', 'posted'],
  scrapReversal: ['rejects-scrap', 'reversalRequested'],
}
