import type { MaterialUnitRow } from '@kufang/contract/document/material-units.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import { enteredInBaseUnit, type UnitFraction } from '@kufang/kernel/unit-conversion.ts'
import type { Queryable } from '../platform/database/database.ts'
import type { Session } from '../platform/session/session.ts'
import { plannedRatio, readMaterials } from './materials.ts'
import { findMaster } from './master-table.ts'
import { searchMasters, searchSizeMax } from './search-masters.ts'

/** A unit of measure: its code, its names, and the decimal places of quantities in it. */
export interface Unit {
  unit: string
  nameZh: string
  nameEn: string
  decimals: number
}

/** A unit in which a material can be counted. */
export type MaterialUnit = Unit & UnitFraction

const unitColumns = (code: string) =>
  `${code} as unit, coalesce(u.name_zh, ${code}) as name_zh, coalesce(nullif(u.name_en, ''), ${code}) as name_en,
   coalesce(u.decimals, 3) as decimals`

/** The units of these materials, the base unit first, then by code; one statement. */
export async function readMaterialUnits(
  queryable: Queryable,
  materialNos: readonly string[],
): Promise<Map<string, MaterialUnit[]>> {
  if (materialNos.length === 0) return new Map()
  const rows = await queryable.query<MaterialUnit & { materialNo: string }>(
    `select c.material_no, c.numerator, c.denominator, ${unitColumns('c.unit')}
     from (
       select material_no, unit, 1 as numerator, 1 as denominator, 0 as position from material
       where material_no = any($1::text[])
       union all
       select mu.material_no, mu.unit, mu.numerator, mu.denominator, 1 from material_unit mu
       join material m on m.material_no = mu.material_no and m.unit <> mu.unit
       where mu.material_no = any($1::text[])
     ) c left join unit u on u.unit = c.unit
     order by c.material_no, c.position, c.unit`,
    [[...new Set(materialNos)]],
  )
  return Map.groupBy(rows, ({ materialNo }) => materialNo)
}

/**
 * The units of those of these materials that a person may see, for the cells in which quantities are entered; three
 * statements.
 */
export async function findMaterialUnits(
  queryable: Queryable,
  session: Session,
  materialNos: readonly string[],
): Promise<MaterialUnitRow[]> {
  const size = searchSizeMax
  const visible = await searchMasters(queryable, session, findMaster('material'), {
    text: '',
    codes: materialNos,
    size,
  })
  const known = await readMaterialUnits(
    queryable,
    visible.map((row) => String(row['materialNo'])),
  )
  const materials = await readMaterials(queryable, [...known.keys()])
  return [...known].flatMap(([materialNo, units]) => {
    const material = materials.get(materialNo)
    const secondRatio = plannedRatio(material)
    return units.map(({ unit, numerator, denominator, decimals }, index) => ({
      materialNo,
      unit,
      numerator,
      denominator,
      decimals,
      ...(index === 0 && secondRatio !== null && { secondRatio }),
      ...(index === 0 && material?.isSerialManaged === true && { isSerialManaged: true as const }),
    }))
  })
}

/** These units; an unknown one has its code as its name, and 3 decimals. One statement, none without units. */
export async function readUnits(
  queryable: Queryable,
  units: readonly string[],
): Promise<(unit: string) => Unit> {
  const wanted = [...new Set(units)]
  const rows =
    wanted.length === 0
      ? []
      : await queryable.query<Unit>(
          `select ${unitColumns('u.unit')} from unit u where u.unit = any($1::text[])`,
          [wanted],
        )
  const known = new Map(rows.map((row) => [row.unit, row]))
  return (unit) => known.get(unit) ?? { unit, nameZh: unit, nameEn: unit, decimals: 3 }
}

/** A quantity entered in a unit of a material, in the base unit; or why it cannot be, without line and field. */
export function convertEntered(
  quantity: Quantity,
  entered: MaterialUnit,
  base: { unit: string; unitDecimals: number },
): { base: Quantity } | { problem: RefusalDetail } {
  const outcome = enteredInBaseUnit(quantity, entered, base.unitDecimals, entered.decimals)
  if ('base' in outcome) return outcome
  const { reason } = outcome.problem
  const params = {
    quantity,
    unit: entered.unit,
    base: outcome.problem.base,
    baseUnit: base.unit,
    decimals: base.unitDecimals,
  }
  return {
    problem: {
      code:
        reason === 'base-too-precise'
          ? 'quantity-not-whole-in-base-unit'
          : 'quantity-changed-by-rounding',
      params,
    },
  }
}
