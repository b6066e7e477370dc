// What other areas may ask of the stock: everything physical happens through here.
export { proposeAllocation } from './allocate.ts'
export { expiredBatches, upsertBatches } from './batches.ts'
export type { BatchFacts } from './batches.ts'
export { lockFreeQuantities } from './free-quantities.ts'
export { placeHolds, releaseHolds } from './holds.ts'
export { stockKey } from './key.ts'
export type { Book, SpecialStock, StockCategory, StockKey, StockPlace } from './key.ts'
export { postMoves } from './ledger.ts'
export { checkGoodsLines, expiryOf } from './line-checks.ts'
export { setMaterialGroups } from './materials.ts'
export type {
  AmountSource,
  HoldKind,
  HoldReference,
  MoveRequest,
  PostedMove,
  PostMovesRequest,
} from './move.ts'
export { readPostingPeriods } from './periods.ts'
export { runProofs } from './proofs.ts'
export type { ProofResult } from './proofs.ts'
export { movesOfDocument } from './recorded-moves.ts'
export type { RecordedMove } from './recorded-moves.ts'
export { reverseMoves } from './reversal.ts'
export { stockScope } from './scope.ts'
export { companiesToRevalue, revaluePeriods } from './revalue-periods.ts'
export { monthsToRecord, takeSnapshot, writePeriods } from './snapshot.ts'
export { queueMissedValuations, writeValuations, type MoveValuation } from './valuations.ts'
