import { companyToday } from '@kufang/kernel/company-day.ts'
import type { Queryable } from '../platform/database/database.ts'
import { validOn } from './master-table.ts'

/** The usual consignor of a supplier, as of today; of several that are marked the one changed last. Null if there is none. */
export async function usualConsignor(
  queryable: Queryable,
  supplierNo: string,
): Promise<string | null> {
  const [found] = await queryable.query<{ consignor: string }>(
    `select c.consignor from consignor c
     where c.supplier_no = $1 and c.is_active and c.is_usual and ${validOn('c', '$2::date')}
     order by c.updated_at desc, c.consignor limit 1`,
    [supplierNo, companyToday()],
  )
  return found?.consignor ?? null
}
