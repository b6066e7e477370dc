import type {
  CharacteristicKind,
  Importance,
} from '@kufang/contract/masters/inspection-characteristic.ts'
import type { Queryable } from '../platform/database/database.ts'
import { validOn } from './master-table.ts'

/** A characteristic as values are compared with it; limits are exact decimals, null where there is none. */
export interface Characteristic {
  materialGroup: string
  characteristic: string
  name: string
  kind: CharacteristicKind
  importance: Importance
  isRequired: boolean
  lowerLimit: string | null
  upperLimit: string | null
  measuringUnit: string
  sampleSize: number
  standard: string
}

/**
 * The characteristics of material groups that are active and valid on a day, in their order within each group; one
 * statement, whatever the number of groups.
 */
export async function characteristicsOfGroups(
  queryable: Queryable,
  companyCode: string,
  materialGroups: readonly string[],
  today: string,
): Promise<Map<string, Characteristic[]>> {
  const rows = await queryable.query<Characteristic>(
    `select c.material_group, c.characteristic, c.name, c.kind, c.importance, c.is_required,
       trim_scale(c.lower_limit)::text as lower_limit, trim_scale(c.upper_limit)::text as upper_limit,
       c.measuring_unit, c.sample_size, c.standard
     from inspection_characteristic c
     where c.company_code = $1 and c.material_group = any($2) and c.is_active and ${validOn('c', '$3::date')}
     order by c.material_group, c.position nulls last, c.characteristic`,
    [companyCode, [...new Set(materialGroups)], today],
  )
  return Map.groupBy(rows, ({ materialGroup }) => materialGroup)
}
