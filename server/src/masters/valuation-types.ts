import type { Queryable } from '../platform/database/database.ts'
import type { Material } from './materials.ts'

/** The valuation types of a material in a plant or another valuation area, as the ERP has them. */
export interface MirroredValuationTypes {
  materialNo: string
  valuationTypes: readonly { valuationArea: string; valuationType: string }[]
}

/**
 * Replaces the valuation types of these materials. Those of a valuation area that is a company are those of its plants.
 * Types that the ERP no longer has are disabled, because stock may still have them. Two statements, none if nothing is
 * valued separately and nothing was.
 */
export async function replaceValuationTypes(
  tx: Queryable,
  rows: readonly MirroredValuationTypes[],
): Promise<void> {
  const types = rows.flatMap(({ materialNo, valuationTypes }) =>
    valuationTypes.map((type) => ({ ...type, materialNo })),
  )
  const columns = [
    types.map(({ materialNo }) => materialNo),
    types.map(({ valuationArea }) => valuationArea),
    types.map(({ valuationType }) => valuationType),
  ]
  const given = `(select distinct p.plant, g.material_no, g.valuation_type
     from unnest($1::text[], $2::text[], $3::text[]) as g (material_no, valuation_area, valuation_type)
     join plant p on g.valuation_area in (p.plant, p.company_code))`
  await tx.query(
    `update valuation_type v set is_active = false, version = version + 1, updated_at = now(), updated_by_name = 'ERP'
     where material_no = any($4::text[]) and is_active
       and not exists (select from ${given} g where g.plant = v.plant and g.material_no = v.material_no
         and g.valuation_type = v.valuation_type)`,
    [...columns, rows.map(({ materialNo }) => materialNo)],
  )
  if (types.length === 0) return
  await tx.query(
    `insert into valuation_type as v (plant, material_no, valuation_type, updated_by_name)
     select plant, material_no, valuation_type, 'ERP' from ${given} g order by plant, material_no, valuation_type
     on conflict (plant, material_no, valuation_type) do update set is_active = true, version = v.version + 1,
       updated_at = excluded.updated_at, updated_by_name = 'ERP'
     where not v.is_active`,
    columns,
  )
}

/**
 * The valuation types of those of these materials that are valued separately in the plant, by material; the others are
 * missing. One statement, none if none of them has split valuation anywhere.
 */
export async function readValuationTypes(
  queryable: Queryable,
  plant: string,
  materials: Iterable<Pick<Material, 'materialNo' | 'isSplitValued'>>,
): Promise<Map<string, string[]>> {
  const split = [...materials].filter(({ isSplitValued }) => isSplitValued)
  if (split.length === 0) return new Map()
  const rows = await queryable.query<{ materialNo: string; types: string[] }>(
    `select material_no, array_agg(valuation_type order by valuation_type) as types from valuation_type
     where plant = $1 and material_no = any($2::text[]) and is_active group by material_no`,
    [plant, split.map(({ materialNo }) => materialNo)],
  )
  return new Map(rows.map(({ materialNo, types }) => [materialNo, types]))
}

/**
 * The batch under which goods are in stock. Where the ERP keeps no batches of a material with split valuation, its stock
 * is kept under the valuation type instead (MARC-XCHAR), here as there.
 */
export const stockBatch = (
  line: { batch?: string | null; valuationType?: string | null },
  material: Pick<Material, 'isBatchManaged' | 'isSplitValued'> | undefined,
): string | null =>
  (material?.isSplitValued === true && !material.isBatchManaged
    ? line.batch || line.valuationType
    : line.batch) || null
