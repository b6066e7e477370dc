import type { HeldStock } from '@kufang/contract/stock/held-stock.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/session/session.ts'
import { whoHolds } from '../../ledger/public.ts'
import { stockKey, type StockKey } from '../../ledger/public.ts'
import { createParameters } from '../parameters.ts'
import { buildScopeCondition } from './scope.ts'

/** What holds a row of the stock, within the scope of the person; nothing of a row outside it. Two statements. */
export async function readHolds(
  queryable: Queryable,
  scope: Scope,
  wanted: { companyCode: string; keyId: number },
): Promise<HeldStock[]> {
  const parameters = createParameters()
  const allowed = buildScopeCondition(scope, 'b', parameters)
  const companyCode = parameters.add(wanted.companyCode)
  const keyId = parameters.add(wanted.keyId)
  const [key] = await queryable.query<StockKey & { [name: string]: unknown }>(
    `select b.company_code, b.place, b.plant, b.storage_location, b.bin, b.material_no, b.batch, b.stock_category,
       b.special_stock, b.special_stock_reference, b.book, b.place_reference
     from stock_balance b where ${allowed} and b.company_code = ${companyCode} and b.key_id = ${keyId}::bigint`,
    parameters.values,
  )
  if (key === undefined) return []
  const [holds = []] = await whoHolds(queryable, wanted.companyCode, [stockKey(key)])
  return holds.map(({ bin: _bin, area: _area, ...hold }) => hold)
}
