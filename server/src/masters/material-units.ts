import type { UnitFraction } from '@kufang/kernel/unit-conversion.ts'
import type { Queryable } from '../platform/database/database.ts'

/** A unit in which a material can be counted besides its base unit. */
export interface MaterialUnit extends UnitFraction {
  unit: string
  nameZh: string
  nameEn: string
  /** Decimal places of quantities in this unit. */
  decimals: number
}

/** The units of these materials besides their base units, in the order of their codes; one statement. */
export async function readMaterialUnits(
  queryable: Queryable,
  materialNos: readonly string[],
): Promise<Map<string, MaterialUnit[]>> {
  if (materialNos.length === 0) return new Map()
  const rows = await queryable.query<MaterialUnit & { materialNo: string }>(
    `select mu.material_no, mu.unit, mu.numerator, mu.denominator, coalesce(u.name_zh, mu.unit) as name_zh,
       coalesce(nullif(u.name_en, ''), mu.unit) as name_en, coalesce(u.decimals, 3) as decimals
     from material_unit mu
     join material m on m.material_no = mu.material_no and m.unit <> mu.unit
     left join unit u on u.unit = mu.unit
     where mu.material_no = any($1::text[])
     order by mu.material_no, mu.unit`,
    [[...new Set(materialNos)]],
  )
  return Map.groupBy(rows, ({ materialNo }) => materialNo)
}

/** The decimal places of these units; 3 for an unknown one. One statement. */
export async function readUnitDecimals(
  queryable: Queryable,
  units: readonly string[],
): Promise<(unit: string) => number> {
  const wanted = [...new Set(units)]
  const rows =
    wanted.length === 0
      ? []
      : await queryable.query<{ unit: string; decimals: number }>(
          'select unit, decimals from unit where unit = any($1::text[])',
          [wanted],
        )
  const decimals = new Map(rows.map((row) => [row.unit, row.decimals]))
  return (unit) => decimals.get(unit) ?? 3
}
