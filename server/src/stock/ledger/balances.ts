import type { Quantity } from '@kufang/kernel/quantity.ts'
import type { Transaction } from '../../platform/database/database.ts'

/** The balance of a stock key; updated in memory while the moves of a document are processed. */
export interface Balance {
  quantity: Quantity
  reserved: Quantity
  frozen: Quantity
}

export interface LockedBalances {
  balances: Map<number, Balance>
  /** Whether the ledger already contains a move with the idempotency key. */
  posted: boolean
}

// Locks all balances the document touches in one pass in key order, including those it increases; any other order could
// deadlock.
const lockText = `
  with locked as materialized (
    select key_id, quantity, reserved, frozen from stock_balance
    where company_code = $1 and key_id = any($2::bigint[])
    order by key_id for no key update
  )
  select 'balance' as kind, key_id, quantity, reserved, frozen from locked
  union all
  select 'posted', null, null, null, null where exists (
    select from stock_move where company_code = $1 and idempotency_key = $3)
  union all
  select 'past', null, null, null, null where exists (
    select from stock_snapshot_month where company_code = $1 and ends_at > $4)`

interface LockRow {
  kind: 'balance' | 'posted' | 'past'
  keyId: number
  quantity: Quantity
  reserved: Quantity
  frozen: Quantity
}

/**
 * Locks the balances of stock keys until the transaction ends; one statement.
 * @param idempotencyKey of the first move to be written; '' if there is none
 * @param now an Error (not a refusal) if it lies in a month with a snapshot: physical moves are never backdated
 */
export async function lockBalances(
  tx: Transaction,
  companyCode: string,
  keyIds: readonly number[],
  idempotencyKey: string,
  now: Date,
): Promise<LockedBalances> {
  const rows = await tx.query<LockRow>(lockText, [companyCode, keyIds, idempotencyKey, now])
  const balances = new Map<number, Balance>()
  let posted = false
  for (const row of rows) {
    if (row.kind === 'posted') posted = true
    else if (row.kind === 'past')
      throw new Error(
        `moves at ${now.toISOString()} lie in a month that has its snapshot: none is backdated`,
      )
    else
      balances.set(row.keyId, {
        quantity: row.quantity,
        reserved: row.reserved,
        frozen: row.frozen,
      })
  }
  for (const keyId of keyIds)
    if (!balances.has(keyId)) throw new Error(`stock key ${companyCode}/${keyId} has no balance`)
  return { balances, posted }
}
