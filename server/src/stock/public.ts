// The interface of the stock for other areas.
export {
  areEquivalent,
  readOwnStockFirst,
  stockCandidates,
  type WantedGoods,
} from './queries/read-stock-first.ts'
export { misplacedPieces } from './queries/misplaced-pieces.ts'
export { stockScope } from './queries/scope.ts'
