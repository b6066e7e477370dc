import { newId } from '@kufang/kernel/identifier.ts'
import type { Queryable } from '../../platform/database/database.ts'

/**
 * From now on the director of the company approves every amount, or what the usual limit says: around the act that decides
 * the route in journeys whose goods are worth less than that. The demonstration company does not take these ways: it has
 * dear goods.
 */
export async function directorApproves(
  database: Queryable,
  companyCode: string,
  what: 'everything' | 'aboveLimit',
): Promise<void> {
  await database.query(
    `insert into business_parameter (company_code, id, name, value, valid_from, changed_by, changed_by_name)
     values ($1, $2, 'adjustment.directorLimit', $3::jsonb, current_date - 1, $2, '管理员')`,
    [companyCode, newId(), what === 'everything' ? '0' : null],
  )
}
