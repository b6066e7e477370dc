import { compareQuantity, parseQuantity } from '@kufang/kernel/quantity.ts'
import type { PostingItemRequest } from '../../erp/posting-model.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { openPiecesOf } from '../../ledger/public.ts'
import { readParameter } from '../../system/public.ts'

/** Whether an item is of a movement that is reversed in part. */
const isPart = ({ serialNumbers = [], quantity }: PostingItemRequest): boolean =>
  compareQuantity(parseQuantity(serialNumbers.length), quantity) !== 0

/**
 * Gives items the serial numbers of the pieces that are posted: of a movement that is reversed in part, those that no
 * reversal has taken back; none in a plant whose postings have none (`goods.postingObstacle`). No statement for goods
 * without serial numbers.
 */
export async function keepPostedPieces(
  tx: Transaction,
  companyCode: string,
  items: readonly PostingItemRequest[],
): Promise<void> {
  const numbered = items.filter(({ serialNumbers = [] }) => serialNumbers.length > 0)
  if (numbered.length === 0) return
  const plantOf = ({ from, to, plant }: PostingItemRequest) => (from ?? to)?.plant ?? plant ?? ''
  const permitted = new Map<string, boolean>()
  for (const plant of new Set(numbered.map(plantOf)))
    permitted.set(
      plant,
      // oxlint-disable-next-line no-await-in-loop -- one plant, two at most
      (await readParameter(tx, 'goods.postingObstacle', { companyCode, plant })) === 'permitted',
    )
  const parts = numbered.filter(isPart)
  const open = await openPiecesOf(
    tx,
    companyCode,
    parts.map(({ moveId }) => moveId),
  )
  for (const item of numbered) {
    if (permitted.get(plantOf(item)) === true) delete item.serialNumbers
    else if (isPart(item)) item.serialNumbers = open.get(item.moveId) ?? []
  }
}
