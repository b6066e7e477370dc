// The interface of the stock for other areas: all physical movements go through it.
export { proposeAllocation, type WantedStock } from './holds/allocate.ts'
export { batchProblems, expiredBatches, recordBatches, valuationTypesOfBatches } from './batches.ts'
export type { BatchFacts } from './batches.ts'
export { lockFreeQuantities } from './holds/free-quantities.ts'
export { handHoldsOver } from './holds/hand-over.ts'
export { extendHolds } from './holds/extend-holds.ts'
export { placeHolds, releaseHolds } from './holds/holds.ts'
export {
  areasOf,
  holdPlaces,
  placeHolder,
  releasePlaces,
  type HeldPlace,
} from './holds/place-holds.ts'
export { frozenLines, whoHolds, type StandingHold } from './holds/who-holds.ts'
export { stockKey } from './ledger/key.ts'
export type { Book, SpecialStock, StockCategory, StockKey, StockPlace } from './ledger/key.ts'
export { postMoves } from './ledger/ledger.ts'
export { checkGoodsLines, expiryOf, type FillingRule } from './line-checks.ts'
export { recordBinDates, recordCountDates } from './count-dates.ts'
export { setMaterialGroups } from './materials.ts'
export type {
  AmountSource,
  HoldKind,
  HoldReference,
  MoveRequest,
  PostedMove,
  PostMovesRequest,
} from './ledger/move.ts'
export { readPostingPeriods, type PostingPeriods } from './periods/periods.ts'
export { runProofs } from './proofs.ts'
export type { ProofResult } from './proofs.ts'
export { movesOfDocument } from './ledger/recorded-moves.ts'
export type { RecordedMove } from './ledger/recorded-moves.ts'
export { reverseMoves } from './ledger/reversal.ts'
export { openPiecesOf } from './ledger/serial-numbers.ts'
export { proposeBins } from './queries/propose-bins.ts'
export {
  areEquivalent,
  readOwnStockFirst,
  stockCandidates,
  type WantedGoods,
} from './queries/read-stock-first.ts'
export { thresholdWarnings } from './queries/threshold-warnings.ts'
export { readBookPrices } from './queries/read-book-prices.ts'
export type { BookPrice } from './queries/read-book-prices.ts'
export { misplacedPieces } from './queries/misplaced-pieces.ts'
export { readPieces, readQuantities } from './queries/read-quantities.ts'
export { readKeyActivity } from './queries/read-key-activity.ts'
export { readPiecesAt, readQuantitiesAt } from './queries/read-quantities-at.ts'
export { stockScope } from './queries/scope.ts'
export { companiesToRevalue, revaluePeriods } from './periods/revalue-periods.ts'
export { rebuiltPeriods } from './periods/rebuilt-periods.ts'
export { monthsToRecord, takeSnapshot, writePeriods } from './periods/snapshot.ts'
export { queueMissedValuations, writeValuations, type MoveValuation } from './periods/valuations.ts'
