import { companyDay, validOn } from './master-table.ts'
import type { Queryable } from '../platform/database/database.ts'

/**
 * The accounts that inspect for the unit of this name (用户与质检单位关系): `anybody` if nobody is related to it; null if it is
 * not in the master, or not in use.
 */
export async function inspectorsOfUnit(
  queryable: Queryable,
  companyCode: string,
  unitName: string,
): Promise<string[] | 'anybody' | null> {
  const units = await queryable.query<{ inspectionUnit: string }>(
    `select inspection_unit from inspection_unit m
     where company_code = $1 and name = $2 and is_active and ${validOn('m', companyDay)}`,
    [companyCode, unitName],
  )
  if (units.length === 0) return null
  // Users are kept apart from what is a company's own.
  const people = await queryable.query<{ account: string }>(
    `select u.account from user_inspection_unit r join app_user u on u.id = r.user_id and u.status = 'active'
     where r.company_code = $1 and r.inspection_unit = any($2::text[]) and r.valid_to is null order by u.account`,
    [companyCode, units.map(({ inspectionUnit }) => inspectionUnit)],
  )
  return people.length === 0 ? 'anybody' : people.map(({ account }) => account)
}

/** The cost centres of the inspection units of these names that have one, by name; one statement. */
export async function costCentersOfInspectionUnits(
  queryable: Queryable,
  companyCode: string,
  unitNames: readonly string[],
): Promise<Map<string, string>> {
  const units = await queryable.query<{ name: string; costCenter: string }>(
    `select name, min(cost_center) as cost_center from inspection_unit
     where company_code = $1 and name = any($2::text[]) and is_active and cost_center <> '' group by name`,
    [companyCode, unitNames],
  )
  return new Map(units.map(({ name, costCenter }) => [name, costCenter]))
}
