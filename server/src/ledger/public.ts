// The interface of the ledger: all physical movements, holds and months go through it.
export { proposeAllocation, type WantedStock } from './holds/allocate.ts'
export {
  batchProblems,
  compareBatches,
  expiredBatches,
  batchNumbers,
  recordBatches,
  valuationTypesOfBatches,
} from './batches/batches.ts'
export type { BatchFacts } from './batches/batches.ts'
export { lockFreeQuantities } from './holds/free-quantities.ts'
export { handHoldsOver } from './holds/hand-over.ts'
export { extendHolds } from './holds/extend-holds.ts'
export { placeHolds, releaseHolds } from './holds/holds.ts'
export {
  areasOf,
  batchHolder,
  binFrozen,
  heldBins,
  holdBatches,
  holdersOfBatch,
  holdPlaces,
  isBinHeld,
  placeHolder,
  releasePlaces,
  type HeldBatch,
  type HeldPlace,
} from './holds/place-holds.ts'
export { frozenBySql, frozenLines, whoHolds, type StandingHold } from './holds/who-holds.ts'
export { stockKey } from './key.ts'
export type { Book, SpecialStock, StockCategory, StockKey, StockPlace } from './key.ts'
export { postMoves } from './ledger.ts'
export { recordBinDates, recordCountDates } from './count-dates.ts'
export { setMaterialGroups } from './material-groups.ts'
export type {
  AmountSource,
  HoldKind,
  HoldReference,
  MoveRequest,
  PostedMove,
  PostMovesRequest,
} from './move.ts'
export {
  closePeriod,
  openPeriod,
  openPeriods,
  readPostingPeriods,
  type PostingPeriods,
} from './periods/periods.ts'
export { registerProof, runProofs, type DerivedProof } from './proofs.ts'
export type { ProofResult } from './proofs.ts'
export { movesOfDocument } from './recorded-moves.ts'
export type { RecordedMove } from './recorded-moves.ts'
export { reverseMoves } from './reversal.ts'
export { openPiecesOf } from './serial-numbers.ts'
export { worthOfDifference } from './difference-worth.ts'
export { readBookPrices } from './queries/read-book-prices.ts'
export type { BookPrice } from './queries/read-book-prices.ts'
export { available, movable, readPieces, readQuantities } from './queries/read-quantities.ts'
export { readKeyActivity } from './queries/read-key-activity.ts'
export { readPiecesAt, readQuantitiesAt } from './queries/read-quantities-at.ts'
export { postIntoRecordedMonths, rebuiltCutOffs, worthOfCutOffs } from './periods/cut-offs.ts'
export { companiesToRevalue, revaluePeriods } from './periods/revalue-periods.ts'
export { rebuiltPeriods } from './periods/rebuilt-periods.ts'
export { monthsToRecord, takeSnapshot, writePeriods } from './periods/snapshot.ts'
export { queueMissedValuations, writeValuations, type MoveValuation } from './periods/valuations.ts'
export {
  batchFields,
  lockBatches,
  readBatches,
  writeBatches,
  type BatchData,
  type NamedBatch,
} from './batches/change-batches.ts'
export { fromWantedKeys, wantedKeys } from './queries/wanted-keys.ts'
