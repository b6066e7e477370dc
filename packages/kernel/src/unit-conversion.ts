import { proportionOfDecimal } from './decimal-text.ts'
import { compareQuantity, isZero, type Quantity } from './quantity.ts'

/**
 * How a unit of a material converts to its base unit, as an exact fraction: `numerator` base units are `denominator` of
 * the unit (SAP's UMREZ and UMREN). 12 pieces in a box: 12/1; 7 rolls weigh 3 kilograms: 3/7.
 */
export interface UnitFraction {
  numerator: number
  denominator: number
}

/** Decimals of a stored quantity, and of the ERP's quantities. */
const storedDecimals = 3

/** Whether both are whole numbers above zero, as a fraction needs. */
export function isUnitFraction({ numerator, denominator }: UnitFraction): boolean {
  return [numerator, denominator].every((number) => Number.isSafeInteger(number) && number > 0)
}

/** Whether two fractions are the same number: 24/2 is 12/1. */
export function isSameFraction(one: UnitFraction, other: UnitFraction): boolean {
  return (
    BigInt(one.numerator) * BigInt(other.denominator) ===
    BigInt(other.numerator) * BigInt(one.denominator)
  )
}

/**
 * The quantity in the base unit, computed exactly and rounded once, half up to 3 decimals, as the ERP does
 * (MATERIAL_UNIT_CONVERSION), so that both ledgers have the same quantity.
 */
export function toBaseUnit(quantity: Quantity, fraction: UnitFraction): Quantity {
  const { numerator, denominator } = checked(fraction)
  return proportionOfDecimal(quantity, numerator, denominator, storedDecimals) as Quantity
}

/**
 * The quantity in another unit that is this base quantity: of those that convert to exactly it, the one with the fewest
 * decimals; null if none with `decimals` places does (503 pieces are no number of whole boxes of 100).
 */
export function inOtherUnit(
  base: Quantity,
  fraction: UnitFraction,
  decimals: number,
): Quantity | null {
  const { numerator, denominator } = checked(fraction)
  for (let places = 0; places <= Math.min(decimals, storedDecimals); places += 1) {
    const quantity = proportionOfDecimal(base, denominator, numerator, places) as Quantity
    if (compareQuantity(toBaseUnit(quantity, fraction), base) === 0) return quantity
  }
  return null
}

/** Number and unit of a quantity written with its unit: "5 BOX", "5盒"; null without a unit ("5", "1e3") or a number. */
export function splitUnit(text: string): { number: string; unit: string } | null {
  const [, number, unit] = /^\s*([+-]?\d[\d.,]*)\s*([^\s\d.,+-]\S{0,39})\s*$/.exec(text) ?? []
  return number === undefined || unit === undefined || /^e[+-]?\d+$/i.test(unit)
    ? null
    : { number, unit }
}

/** Why a quantity in another unit is not accepted: `base` is what it would become. */
export interface ConversionProblem {
  reason: 'base-too-precise' | 'changed-by-rounding'
  base: Quantity
}

/**
 * The quantity in the base unit of one that a person entered in another unit. It must remain what was entered: a base
 * unit with fewer than 3 decimals takes it only if it converts exactly (half a valve does not exist); one with 3
 * decimals takes it if the rounded quantity still reads as the entered one.
 * @param baseDecimals decimals of the base unit
 * @param decimals decimals of the entered unit
 */
export function enteredInBaseUnit(
  quantity: Quantity,
  fraction: UnitFraction,
  baseDecimals: number,
  decimals: number,
): { base: Quantity } | { problem: ConversionProblem } {
  const base = toBaseUnit(quantity, fraction)
  const places = base.split('.')[1]?.length ?? 0
  if (
    baseDecimals < storedDecimals &&
    (places > baseDecimals || !isExact(quantity, base, fraction))
  )
    return { problem: { reason: 'base-too-precise', base } }
  const readBack = inOtherUnit(base, fraction, decimals)
  if ((isZero(base) && !isZero(quantity)) || readBack === null || readBack !== quantity)
    return { problem: { reason: 'changed-by-rounding', base } }
  return { base }
}

/** quantity × numerator = base × denominator, without rounding. */
function isExact(quantity: Quantity, base: Quantity, fraction: UnitFraction): boolean {
  return (
    thousandths(quantity) * BigInt(fraction.numerator) ===
    thousandths(base) * BigInt(fraction.denominator)
  )
}

function thousandths(quantity: Quantity): bigint {
  const [whole = '0', decimals = ''] = quantity.split('.')
  return BigInt(whole + decimals.padEnd(storedDecimals, '0'))
}

function checked(fraction: UnitFraction): { numerator: string; denominator: string } {
  if (!isUnitFraction(fraction))
    throw new RangeError(`no fraction: ${fraction.numerator}/${fraction.denominator}`)
  return { numerator: String(fraction.numerator), denominator: String(fraction.denominator) }
}
