import type { Queryable } from '../platform/database/database.ts'
import { validOn } from './master-table.ts'

/**
 * The tolerance of the over-delivery catalogue (超量目录) for these materials on a day, in percent; '0' without an entry.
 * The more specific row takes precedence: material before group before all, then plant before company, then the later
 * start (spec domain.md 1.1: it applies only if the order item has no tolerance).
 */
export async function overDeliveryPercent(
  queryable: Queryable,
  companyCode: string,
  plant: string,
  materials: readonly { materialNo: string; materialGroup: string }[],
  today: string,
): Promise<Map<string, string>> {
  if (materials.length === 0) return new Map()
  const wanted = [...new Map(materials.map((material) => [material.materialNo, material])).values()]
  const rows = await queryable.query<{ materialNo: string; percent: string | null }>(
    `select wanted.material_no, found.over_delivery_percent as percent
     from unnest($3::text[], $4::text[]) as wanted (material_no, material_group)
       left join lateral (
         select t.over_delivery_percent from excess_tolerance t
         where t.company_code = $1 and t.plant in ($2, '') and t.is_active
           and ${validOn('t', '$5::date')}
           and (t.material_no = wanted.material_no
             or (t.material_no = '' and t.material_group in (wanted.material_group, '')))
         order by t.material_no = '', t.material_group = '', t.plant = '', t.valid_from desc
         limit 1
       ) found on true`,
    [
      companyCode,
      plant,
      wanted.map((material) => material.materialNo),
      wanted.map((material) => material.materialGroup),
      today,
    ],
  )
  return new Map(rows.map((row) => [row.materialNo, row.percent ?? '0']))
}
