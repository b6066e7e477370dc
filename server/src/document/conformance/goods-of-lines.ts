import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import type { AnyJourney } from '../journey/journey.ts'
import { batched, consigned, goods, type Goods, weighed } from '../testing/ground.ts'
import { materials } from '../testing/small-company.ts'

/** Each with a serial number of its own in most types, written by each move, so no more than a part, a rest and a box need. */
export const piecesOfLine = '5'

/** Goods with a second unit; weighed if a person enters them without a predecessor, which proposes it; in batches if needed. */
export function goodsOfLines(
  { source, stockLines, lines }: AnyDocument,
  { start }: AnyJourney,
  count: number,
): Goods[] {
  const isWeighed = source === undefined && stockLines === undefined && 'secondQuantity' in lines
  const isBatched = start?.needsStock === 'batches'
  return goods(count, materials.valve, piecesOfLine)
    .map((line) => (isWeighed ? weighed(line) : line))
    .map((line) => (isBatched ? batched(line) : line))
    .map((line) => (start?.isConsignment ? consigned(line) : line))
}
