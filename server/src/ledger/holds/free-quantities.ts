import type { Quantity } from '@kufang/kernel/quantity.ts'
import { entryOf } from '@kufang/kernel/present.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { freeOf } from '../apply-moves.ts'
import { lockBalances } from '../balances.ts'
import { resolveKeys, stockKeyText } from '../key.ts'
import type { StockKey } from '../key.ts'

/**
 * The free quantities of these keys of one company, in their order, locked until the transaction ends so that they can
 * be held. One statement, plus one for keys not yet cached in this process.
 */
export async function lockFreeQuantities(
  tx: Transaction,
  companyCode: string,
  keys: readonly StockKey[],
  now: Date,
): Promise<Quantity[]> {
  const ids = await resolveKeys(tx, keys)
  const idOf = (key: StockKey) => entryOf(ids, stockKeyText(key))
  const wanted = [...new Set(keys.map(idOf))].sort((one, other) => one - other)
  const { balances } = await lockBalances(tx, companyCode, wanted, '', now)
  return keys.map((key) => freeOf(entryOf(balances, idOf(key))))
}
