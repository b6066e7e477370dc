import type { MasterRowOf } from '@kufang/contract/document/define-list.ts'
import type { material } from '@kufang/contract/masters/material.ts'
import type { Queryable } from '../platform/database/database.ts'

/** A material with what its unit allows. */
export type Material = MasterRowOf<typeof material> & {
  /** Digits after the point a quantity may have; 0 takes whole pieces only. */
  unitDecimals: number
}

/** The materials of these numbers, disabled ones included; one that is unknown is not in the map. One statement. */
export async function readMaterials(
  queryable: Queryable,
  materialNos: readonly string[],
): Promise<Map<string, Material>> {
  if (materialNos.length === 0) return new Map()
  const rows = await queryable.query<Material>(
    `select m.material_no, m.description, m.description_en, m.specification, m.material_grade, m.drawing_no,
       m.manufacturer, m.material_group, m.unit, m.is_batch_managed, m.needs_inspection, m.is_serial_managed,
       m.shelf_life_days, m.minimum_remaining_days, nullif(m.hazard_class, '') as hazard_class,
       nullif(m.criticality, '') as criticality, nullif(m.abc_class, '') as abc_class, m.required_documents,
       m.synced_at, m.is_active, m.version, coalesce(u.decimals, 3) as unit_decimals
     from material m left join unit u on u.unit = m.unit
     where m.material_no = any($1::text[])`,
    [[...new Set(materialNos)]],
  )
  return new Map(rows.map((row) => [row.materialNo, row]))
}
