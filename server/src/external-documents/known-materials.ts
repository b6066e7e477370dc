import { readMaterials, readMaterialUnits, readUnits, upsertUnits } from '../masters/public.ts'
import type { Database } from '../platform/database/database.ts'
import { readParameter } from '../system/public.ts'
import type { Known } from './map-orders.ts'
import { newUnit } from './usual-units.ts'

/**
 * What is known of the materials and units of these items, and how the company receives them; three statements, after
 * unknown units are inserted.
 */
export async function knownOf(
  database: Database,
  companyCode: string,
  items: readonly { materialNo: string; unit: string }[],
): Promise<Known> {
  const numbers = items.map((item) => item.materialNo)
  const units = [...new Set(items.map(({ unit }) => unit))].filter((unit) => unit !== '')
  await upsertUnits(database, units.map(newUnit))
  const [found, others, unitOf, stockCategories] = await Promise.all([
    readMaterials(database, numbers),
    readMaterialUnits(database, numbers),
    readUnits(database, units),
    readParameter(database, 'orders.stockCategories', { companyCode }),
  ])
  const materials = new Map(
    [...found].map(([no, material]) => [
      no,
      { ...material, units: new Map((others.get(no) ?? []).map((unit) => [unit.unit, unit])) },
    ]),
  )
  return { materials, decimalsOf: (unit) => unitOf(unit).decimals, stockCategories }
}
