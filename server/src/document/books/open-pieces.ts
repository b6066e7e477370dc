import { compareQuantity, parseQuantity } from '@kufang/kernel/quantity.ts'
import type { PostingItemRequest } from '../../erp/posting-model.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { openPiecesOf } from '../../stock/public.ts'

/** Whether an item is of a movement that is reversed in part, of a material with serial numbers. */
const isPart = ({ serialNumbers = [], quantity }: PostingItemRequest): boolean =>
  serialNumbers.length > 0 && compareQuantity(parseQuantity(serialNumbers.length), quantity) !== 0

/**
 * Gives items the serial numbers of the pieces that are posted: of a movement that is reversed in part, those that no
 * reversal has taken back. One statement if there is such an item, otherwise none.
 */
export async function keepOpenPieces(
  tx: Transaction,
  companyCode: string,
  items: readonly PostingItemRequest[],
): Promise<void> {
  const parts = items.filter(isPart)
  if (parts.length === 0) return
  const open = await openPiecesOf(
    tx,
    companyCode,
    parts.map(({ moveId }) => moveId),
  )
  for (const item of parts) item.serialNumbers = open.get(item.moveId) ?? []
}
