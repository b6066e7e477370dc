import { addMoney, negateMoney, compareMoney, zeroMoney, type Money } from '@kufang/kernel/money.ts'
import { firstOf } from '@kufang/kernel/present.ts'
import type { Transaction } from '../platform/database/database.ts'
import { readParameter } from '../system/public.ts'

const absolute = (amount: Money): Money =>
  compareMoney(amount, zeroMoney) < 0 ? negateMoney(amount) : amount

/**
 * What a stock adjustment is worth, surpluses and shortages added, and the same with the adjustments of its materials in its
 * storage location within the days of `adjustment.cumulatedDays`: whoever divides a correction gains nothing by it. Those
 * that were given up or taken back do not count. At most one statement.
 * @returns null where an amount of its own lines is unknown: an unknown amount is approved like one above the limit
 */
export async function cumulatedTotal(
  tx: Transaction,
  document: { companyCode: string; id: string; plant: string; storageLocation: string },
  lines: readonly { materialNo: string; amount: Money | null }[],
  now: Date,
): Promise<{ differenceTotal: Money | null; cumulatedTotal: Money | null }> {
  if (lines.some(({ amount }) => amount === null))
    return { differenceTotal: null, cumulatedTotal: null }
  const own = lines.reduce((sum, { amount }) => addMoney(sum, absolute(amount!)), zeroMoney)
  const { companyCode, id, plant, storageLocation } = document
  const days = Number(await readParameter(tx, 'adjustment.cumulatedDays', { companyCode }))
  if (days === 0) return { differenceTotal: own, cumulatedTotal: own }
  const since = new Date(now.getTime() - days * 24 * 60 * 60 * 1000)
  const recent = firstOf(
    await tx.query<{ amount: Money }>(
      `select coalesce(sum(abs(l.difference_amount)), 0) as amount
     from stock_adjustment_line l
     join stock_adjustment h on h.company_code = l.company_code and h.id = l.document_id
     where l.company_code = $1 and l.material_no = any($2) and h.id <> $3 and h.plant = $4 and h.storage_location = $5
       and h.created_at >= $6 and h.state in ('submitted', 'toDirector', 'adjusted', 'settled', 'reversalRequested', 'reversalToDirector')`,
      [
        companyCode,
        [...new Set(lines.map(({ materialNo }) => materialNo))],
        id,
        plant,
        storageLocation,
        since,
      ],
    ),
  )
  return { differenceTotal: own, cumulatedTotal: addMoney(own, recent.amount) }
}
