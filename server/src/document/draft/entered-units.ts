import type { Fields } from '@kufang/contract/document/declare/field.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { splitUnit } from '@kufang/kernel/unit-conversion.ts'
import { fieldOf } from '@kufang/kernel/present.ts'
import {
  convertEntered,
  readMaterials,
  readMaterialUnits,
  readUnits,
  type MaterialUnit,
} from '../../masters/public.ts'
import type { Transaction } from '../../platform/database/database.ts'

type Values = Record<string, unknown>

/** A line whose quantities may have been entered with a unit. */
export interface EnteredLine {
  lineNo: number
  values: Values
  /** The units entered, by field. */
  units: ReadonlyMap<string, string>
}

/** Separates the units from the quantities of a line: `{ quantity: '5 BOX' }` is `5`, in `BOX`. */
export function withoutUnits(
  fields: Fields,
  raw: Readonly<Values>,
): { plain: Values; units: ReadonlyMap<string, string> } {
  const units = new Map<string, string>()
  const plain: Values = { ...raw }
  for (const [name, given] of Object.entries(raw)) {
    const isQuantity = Object.hasOwn(fields, name) && fieldOf(fields, name).kind === 'quantity'
    const split = isQuantity && typeof given === 'string' ? splitUnit(given) : null
    if (split === null) continue
    plain[name] = split.number
    units.set(name, split.unit)
  }
  return { plain, units }
}

/**
 * Converts quantities entered with a unit to the base unit, in place: by the fraction of the predecessor's line for its
 * own entry unit, otherwise by the material's. The unit of `quantity` becomes the entry unit of the line. Units are found
 * by code or name. A second quantity is in the second unit and in no other. Three statements, none if no unit was entered.
 * @param fields those of the lines
 * @param sourceOf the line of the predecessor
 */
export async function convertUnits(
  tx: Transaction,
  fields: Fields,
  lines: readonly EnteredLine[],
  sourceOf: (lineNo: number) => Readonly<Values> | undefined,
): Promise<RefusalDetail[]> {
  const entered = lines
    .filter(({ units }) => units.size > 0)
    .map((line) => {
      const source = sourceOf(line.lineNo)
      return { ...line, source, materialNo: textOf((source ?? line.values)['materialNo']) }
    })
  if (entered.length === 0) return []
  const numbers = entered.map(({ materialNo }) => materialNo)
  const [materials, materialUnits] = await Promise.all([
    readMaterials(tx, numbers),
    readMaterialUnits(tx, numbers),
  ])
  const unitOf = await readUnits(tx, [
    ...entered.map(({ source }) => textOf(source?.['entryUnit'])),
    ...[...materials.values()].map(({ secondUnit }) => textOf(secondUnit)),
  ])
  const problems: RefusalDetail[] = []
  for (const { lineNo, values, units, source, materialNo } of entered) {
    const material = materials.get(materialNo)
    // An unknown material is refused as such.
    if (material === undefined) continue
    const own = unitOfSource(source, unitOf)
    const known = [...(own === null ? [] : [own]), ...(materialUnits.get(materialNo) ?? [])]
    for (const [field, text] of units) {
      const isSecond = fields[field]?.unit === 'secondUnit'
      const permitted = isSecond ? secondUnitOf(material.secondUnit, unitOf) : known
      const unit = permitted.find((one) => isNamed(one, text))
      // A second quantity of a material without second unit is refused as such.
      if (isSecond && (unit !== undefined || material.secondUnit === null)) continue
      if (unit === undefined) {
        const codes = [...new Set(permitted.map((one) => one.unit))].join('/')
        problems.push({
          code: 'unit-not-of-material',
          params: { material: materialNo, unit: text, units: codes },
          line: lineNo,
          field,
        })
        continue
      }
      if (field === 'quantity') Object.assign(values, entryUnitOf(unit, material.unit))
      if (unit.unit === material.unit) continue
      const outcome = convertEntered(values[field] as Quantity, unit, material)
      if ('base' in outcome) values[field] = outcome.base
      else problems.push({ ...outcome.problem, line: lineNo, field })
    }
  }
  return problems
}

/** The second unit of a material, which converts to nothing. */
const secondUnitOf = (
  unit: string | null,
  unitOf: Awaited<ReturnType<typeof readUnits>>,
): MaterialUnit[] => (unit === null ? [] : [{ ...unitOf(unit), numerator: 1, denominator: 1 }])

/** The entry unit of the predecessor's line with its own fraction. */
function unitOfSource(
  source: Readonly<Values> | undefined,
  unitOf: Awaited<ReturnType<typeof readUnits>>,
): MaterialUnit | null {
  const { entryUnit, unitNumerator, unitDenominator } = source ?? {}
  if (typeof entryUnit !== 'string' || typeof unitNumerator !== 'number') return null
  return {
    ...unitOf(entryUnit),
    numerator: unitNumerator,
    denominator: Number(unitDenominator),
  }
}

/** The unit fields of a line whose quantity was entered in this unit. */
function entryUnitOf({ unit, numerator, denominator }: MaterialUnit, baseUnit: string): Values {
  return unit === baseUnit
    ? { entryUnit: null, unitNumerator: null, unitDenominator: null }
    : { entryUnit: unit, unitNumerator: numerator, unitDenominator: denominator }
}

const isNamed = ({ unit, nameZh, nameEn }: MaterialUnit, text: string): boolean =>
  [unit, nameZh, nameEn].some((name) => name.toLowerCase() === text.toLowerCase())
