import type { SecondRatio } from '@kufang/contract/document/api.ts'
import type { MasterRowOf } from '@kufang/contract/document/declare/define-master.ts'
import type { material } from '@kufang/contract/masters/material.ts'
import { proportionOfDecimal } from '@kufang/kernel/decimal-text.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import type { Queryable } from '../platform/database/database.ts'

/** A material with properties of its unit. */
export type Material = MasterRowOf<typeof material> & {
  /** Decimal places of quantities; 0 permits whole numbers only. */
  unitDecimals: number
  /** The same of its second unit. */
  secondUnitDecimals: number
  /** Plants in which it needs no inspection although `needsInspection` (`isInspectedIn`). */
  uninspectedPlants: readonly string[]
}

/** A quantity in the second unit by the planned ratio, rounded to its decimals; null if the material has none. */
export function plannedSecondQuantity(
  material: Material | undefined,
  quantity: Quantity,
): Quantity | null {
  if (!material || material.secondUnit === null) return null
  const [numerator, denominator] = [
    String(material.secondNumerator),
    String(material.secondDenominator),
  ]
  return proportionOfDecimal(
    quantity,
    numerator,
    denominator,
    material.secondUnitDecimals,
  ) as Quantity
}

const kilograms = 'KG'

/**
 * What a quantity weighs in kilograms: itself if the material is measured in them, otherwise by the planned ratio of a
 * second unit in kilograms; null where neither is known.
 */
export function weightKgOf(material: Material | undefined, quantity: Quantity): Quantity | null {
  if (material?.unit === kilograms) return quantity
  return material?.secondUnit === kilograms ? plannedSecondQuantity(material, quantity) : null
}

/** The same as SQL: the weight of one base unit of the material of this alias. */
export const weightPerUnitSql = (alias: string): string =>
  `case when ${alias}.unit = '${kilograms}' then 1
     when ${alias}.second_unit = '${kilograms}' then ${alias}.second_numerator::numeric / ${alias}.second_denominator end`

/** The planned ratio of a material, for goods that are not in stock yet; null without a second unit. */
export function plannedRatio(material: Material | undefined): SecondRatio | null {
  if (!material || material.secondUnit === null) return null
  return {
    quantity: String(material.secondDenominator) as Quantity,
    secondQuantity: String(material.secondNumerator) as Quantity,
    decimals: material.secondUnitDecimals,
  }
}

/** Materials already read in a transaction, because the frame and effects need the same ones. */
const readBefore = new WeakMap<Queryable, Map<string, Material>>()

/**
 * These materials, including disabled ones; unknown ones are missing. One statement; in a transaction none for those
 * already read.
 */
export async function readMaterials(
  queryable: Queryable,
  materialNos: readonly string[],
): Promise<Map<string, Material>> {
  if (!('write' in queryable)) return askFor(queryable, materialNos)
  let known = readBefore.get(queryable)
  if (known === undefined) readBefore.set(queryable, (known = new Map()))
  const unread = materialNos.filter((no) => !known.has(no))
  for (const [no, material] of await askFor(queryable, unread)) known.set(no, material)
  const found = new Map<string, Material>()
  for (const no of materialNos) {
    const material = known.get(no)
    if (material !== undefined) found.set(no, material)
  }
  return found
}

async function askFor(
  queryable: Queryable,
  materialNos: readonly string[],
): Promise<Map<string, Material>> {
  if (materialNos.length === 0) return new Map()
  const rows = await queryable.query<Material>(
    `select m.material_no, m.description, m.description_en, m.specification, m.material_grade, m.drawing_no,
       m.manufacturer, m.material_group, m.unit, m.is_batch_managed, m.needs_inspection, m.uninspected_plants, m.is_serial_managed, m.posting_obstacle, m.is_split_valued,
       m.shelf_life_days, m.minimum_remaining_days, nullif(m.hazard_class, '') as hazard_class,
       nullif(m.criticality, '') as criticality, nullif(m.abc_class, '') as abc_class, m.person_cap_quantity, m.required_documents, m.required_spares,
       nullif(m.material_class, '') as material_class, nullif(m.preservation_kind, '') as preservation_kind, m.preservation_interval_days,
       nullif(m.hazardous_substance, '') as hazardous_substance, m.replaced_by,
       m.synced_at, m.is_active, m.version, coalesce(u.decimals, 3) as unit_decimals,
       nullif(m.second_unit, '') as second_unit, m.second_numerator, m.second_denominator, m.second_deviation_percent,
       coalesce(s.decimals, 3) as second_unit_decimals
     from material m left join unit u on u.unit = m.unit left join unit s on s.unit = m.second_unit
     where m.material_no = any($1::text[])`,
    [[...new Set(materialNos)]],
  )
  return new Map(rows.map((row) => [row.materialNo, row]))
}
