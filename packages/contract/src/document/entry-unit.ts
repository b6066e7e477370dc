import { isQuantity, parseQuantity, type Quantity } from '@kufang/kernel/quantity.ts'
import { inOtherUnit, isUnitFraction, type UnitFraction } from '@kufang/kernel/unit-conversion.ts'

type Row = Readonly<Record<string, unknown>>

/** The unit in which people speak of a line's quantities, with its fraction; null for the base unit. */
export function entryUnitOf(row: Row): ({ unit: string } & UnitFraction) | null {
  const { entryUnit, unitNumerator, unitDenominator } = row
  if (typeof entryUnit !== 'string' || entryUnit === '') return null
  const fraction = { numerator: Number(unitNumerator), denominator: Number(unitDenominator) }
  return isUnitFraction(fraction) ? { unit: entryUnit, ...fraction } : null
}

/**
 * A quantity of a line in its entry unit; null if the line has none, or the quantity is none that converts to exactly
 * this base quantity.
 */
export function inEntryUnit(
  row: Row,
  quantity: unknown,
): { quantity: Quantity; unit: string } | null {
  const entry = entryUnitOf(row)
  if (entry === null || !isQuantity(quantity)) return null
  const converted = inOtherUnit(parseQuantity(quantity as string), entry, 3)
  return converted === null ? null : { quantity: converted, unit: entry.unit }
}
