import { companyToday } from '@kufang/kernel/company-day.ts'
import type { Queryable } from '../platform/database/database.ts'
import { validOn } from './master-table.ts'

/** The name of the usual receiving unit of a plant today; of several that are marked the one changed last; null if none. */
export async function usualReceivingUnit(
  queryable: Queryable,
  companyCode: string,
  plant: string,
): Promise<string | null> {
  const [found] = await queryable.query<{ name: string }>(
    `select name from receiving_unit r
     where company_code = $1 and plant = $2 and is_active and is_usual and ${validOn('r', '$3::date')}
     order by updated_at desc, receiving_unit limit 1`,
    [companyCode, plant, companyToday()],
  )
  return found?.name ?? null
}
