import { companyToday } from '@kufang/kernel/company-day.ts'
import type { Queryable } from '../platform/database/database.ts'
import { validOn } from './master-table.ts'

// Where goods are brought to, and which are brought at all.

/** The name of the usual delivery place of a picking unit in a plant today; its only one if none is marked; null if unknown. */
export async function usualDeliveryPlace(
  queryable: Queryable,
  companyCode: string,
  plant: string,
  pickingUnit: string,
): Promise<string | null> {
  const places = await queryable.query<{ name: string; isUsual: boolean }>(
    `select name, is_usual from delivery_place p
     where company_code = $1 and picking_unit = $2 and ($3 = '' or plant = $3) and is_active and ${validOn('p', '$4::date')}
     order by is_usual desc, updated_at desc, delivery_place limit 2`,
    [companyCode, pickingUnit, plant, companyToday()],
  )
  const [first] = places
  return first !== undefined && (first.isUsual || places.length === 1) ? first.name : null
}

/** Why a material is not delivered, by the row of the distribution catalogue that counts. */
export interface NotDelivered {
  materialNo: string
  reason: string
}

/**
 * Of these materials those that the distribution catalogue (配送目录) excludes on a day: material before group before all, then
 * plant before company, then the later start; what no row names is delivered. One statement.
 */
export async function materialsNotDelivered(
  queryable: Queryable,
  companyCode: string,
  plant: string,
  materialNos: readonly string[],
  day: string,
): Promise<NotDelivered[]> {
  if (materialNos.length === 0) return []
  return queryable.query<NotDelivered>(
    `select wanted.material_no, found.reason
     from unnest($3::text[]) as wanted (material_no)
       join material m on m.material_no = wanted.material_no
       cross join lateral (
         select c.is_delivered, c.reason from distribution_catalogue c
         where c.company_code = $1 and c.plant in ($2, '') and c.is_active and ${validOn('c', '$4::date')}
           and (c.material_no = m.material_no or (c.material_no = '' and c.material_group in (m.material_group, '')))
         order by c.material_no = '', c.material_group = '', c.plant = '', c.valid_from desc
         limit 1
       ) found
     where not found.is_delivered order by wanted.material_no`,
    [companyCode, plant, [...new Set(materialNos)], day],
  )
}
