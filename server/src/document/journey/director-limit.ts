import { newId } from '@kufang/kernel/identifier.ts'
import type { Queryable } from '../../platform/database/database.ts'

/**
 * The director of the company approves every amount from now on, for journeys whose goods are worth less than the usual
 * limit. The demonstration company does not take these ways: it has dear goods.
 */
export async function directorApprovesAll(database: Queryable, companyCode: string): Promise<void> {
  await database.query(
    `insert into business_parameter (company_code, id, name, value, valid_from, changed_by, changed_by_name)
     values ($1, $2, 'adjustment.directorLimit', '0'::jsonb, current_date - 1, $2, '管理员')`,
    [companyCode, newId()],
  )
}
