import { knowUnitNames, type UnitNames } from '@kufang/contract/document/catalogue/unit-words.ts'
import type { Queryable } from './database/database.ts'

/**
 * Reads the Chinese names of all units of measure and makes them known to this process, for its refusals, messages and
 * workbooks. Units come from the ERP with the materials that use them, so they are few. Called at the start and for each
 * session that begins, so a changed name is known soon; one statement.
 */
export async function readUnitNames(queryable: Queryable): Promise<UnitNames> {
  const rows = await queryable.query<{ unit: string; nameZh: string }>(
    `select unit, name_zh from unit where name_zh <> unit order by unit`,
  )
  const names = Object.fromEntries(rows.map(({ unit, nameZh }) => [unit, nameZh]))
  knowUnitNames(names)
  return names
}
