import type { Quantity } from '@kufang/kernel/quantity.ts'
import { compareQuantity } from '@kufang/kernel/quantity.ts'

/** An open item of a reservation that goods may be taken from. */
export interface OpenItem {
  freeQuantity: Quantity
  deliveryDate: string | null
}

/**
 * Sorts items for a quantity, best first: those with just this quantity, those with more, those with less; within each
 * the earliest required. The server proposes in the same order (server/src/requisition/supplement.ts).
 */
export function bestFirst<Item extends OpenItem>(
  items: readonly Item[],
  quantity: Quantity,
): Item[] {
  const rank = (item: Item): number => {
    const compared = compareQuantity(item.freeQuantity, quantity)
    return compared === 0 ? 0 : compared > 0 ? 1 : 2
  }
  return items.toSorted(
    (left, right) =>
      rank(left) - rank(right) ||
      (left.deliveryDate ?? '9999').localeCompare(right.deliveryDate ?? '9999'),
  )
}
