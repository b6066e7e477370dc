import { entryUnitOf, inEntryUnit } from '@kufang/contract/document/entry-unit.ts'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import { isQuantity, parseQuantity } from '@kufang/kernel/quantity.ts'
import { typedNumber } from '@kufang/kernel/typed-number.ts'
import { enteredInBaseUnit, splitUnit, type UnitFraction } from '@kufang/kernel/unit-conversion.ts'
import { unitCode } from '@kufang/contract/document/catalogue/unit-words.ts'
import { label } from '../text/language.ts'
import { filled } from '../text/messages.ts'
import { withUnit } from '../text/unit-text.ts'
import { materialUnits } from './material-units.ts'

type Row = Readonly<Record<string, unknown>>

const inexact = {
  zh: '{entered} {unit} 不能准确换算为 {baseUnit}，请改数量或按 {baseUnit} 填写',
  en: '{entered} {unit} is no exact quantity of {baseUnit}; change it, or enter it in {baseUnit}',
} as const

const asRow = (row: unknown): Row => (typeof row === 'object' && row !== null ? (row as Row) : {})
const unitOf = (row: Row): string => (typeof row['unit'] === 'string' ? row['unit'] : '')

/** The text with which editing a quantity begins: in the entry unit of its row, if it is exactly a quantity in it. */
export function editedQuantity(row: unknown, value: unknown): string | null {
  const entry = inEntryUnit(asRow(row), value)
  return entry === null ? null : withUnit(entry.quantity, entry.unit)
}

/** What was typed as a quantity: a row with it in the base unit, or what is wrong with it. */
export type TypedQuantity<Change> = { change: Change } | { problem: Label }

/** A unit of a row besides its base unit. */
type RowUnit = UnitFraction & { unit: string; decimals: number }

/**
 * The units of a row besides its base unit: the one it is spoken of in, the one it began with (its predecessor's, whose
 * fraction comes before the material's), those of its material.
 */
function unitsOf(row: Row): RowUnit[] {
  const begun = entryUnitOf(asRow(row['begunUnit']))
  const own = [entryUnitOf(row), begun].flatMap((one) => one ?? [])
  const units = [
    ...own.map((one) => ({ ...one, decimals: 3 })),
    ...materialUnits(row['materialNo']),
  ].filter(({ unit }) => unit !== unitOf(row))
  return [...new Map(units.toReversed().map((one) => [one.unit, one])).values()].toReversed()
}

/** Decimals of the base unit, as far as they are known. */
const baseDecimals = (row: Row): number =>
  materialUnits(row['materialNo']).find(({ unit }) => unit === unitOf(row))?.decimals ?? 3

/**
 * A quantity typed with or without a unit, in the base unit. Without a unit it is in the entry unit of the row, in which
 * editing began. What is typed as the row's own quantity becomes its entry unit (`entryUnit`, '' for the base unit;
 * `isUnitChosen` for another than its predecessor's). Null if it is to stay as it is: a plain number, no number, or in a
 * unit that only the server can convert.
 */
export function typedQuantity(
  given: unknown,
  field: string,
  text: string,
): TypedQuantity<Row> | null {
  const row = asRow(given)
  const split = splitUnit(text.normalize('NFKC'))
  const entry = entryUnitOf(row)
  const base = unitOf(row)
  if (split === null && entry === null) return null
  const wanted = split === null ? entry!.unit : unitCode(split.unit)
  const number = typedNumber(split?.number ?? text)
  if (number === null || !isQuantity(number)) return null
  const begun = field === 'quantity' && entry !== null ? { begunUnit: begunUnitOf(row) } : {}
  if (wanted === base) {
    const change = { [field]: parseQuantity(number) }
    const isOwn = field === 'quantity' && entry !== null
    return { change: isOwn ? { ...change, ...begun, entryUnit: '' } : change }
  }
  const unit = unitsOf(row).find((one) => one.unit === wanted)
  // Of other units only the server knows the conversion.
  if (unit === undefined) return null
  const parameters = { entered: number, unit: wanted, baseUnit: base }
  const outcome = enteredInBaseUnit(parseQuantity(number), unit, baseDecimals(row), unit.decimals)
  if ('problem' in outcome) return { problem: filled(inexact, parameters) }
  const change = { [field]: outcome.base }
  if (field !== 'quantity' || wanted === entry?.unit) return { change }
  const { numerator: unitNumerator, denominator: unitDenominator } = unit
  const chosen = { entryUnit: wanted, unitNumerator, unitDenominator, isUnitChosen: true }
  return { change: { ...change, ...begun, ...chosen } }
}

/** The unit with which a row began, kept while others are chosen. */
function begunUnitOf(row: Row): Row {
  const { begunUnit, entryUnit, unitNumerator, unitDenominator } = row
  return typeof begunUnit === 'object' && begunUnit !== null
    ? (begunUnit as Row)
    : { entryUnit, unitNumerator, unitDenominator }
}

/** A quantity offered while it is typed: its text with a unit, and what it is in the other one. */
export interface QuantityChoice {
  value: string
  label: string
}

/**
 * What the typed number is in each unit of the row, the entry unit first, then the base unit, then those of the material:
 * "5 盒" (= 500 个), "5 个", "5 托" (= 15000 个). Empty if the row has one unit only, or no number is typed.
 */
export function quantityChoices(given: unknown, text: string): QuantityChoice[] {
  const row = asRow(given)
  const units = unitsOf(row)
  const typed = text.normalize('NFKC').trim()
  const number = typedNumber(splitUnit(typed)?.number ?? typed)
  if (units.length === 0 || number === null || !isQuantity(number)) return []
  const quantity = parseQuantity(number)
  const base = unitOf(row)
  const inBase = (unit: RowUnit): QuantityChoice => {
    const outcome = enteredInBaseUnit(quantity, unit, baseDecimals(row), unit.decimals)
    const parameters = { entered: number, unit: unit.unit, baseUnit: base }
    const words =
      'base' in outcome ? `= ${withUnit(outcome.base, base)}` : label(filled(inexact, parameters))
    return { value: withUnit(quantity, unit.unit), label: words }
  }
  const inEntry = inEntryUnit(row, quantity)
  const plain = {
    value: withUnit(quantity, base),
    label: inEntry === null ? '' : `= ${withUnit(inEntry.quantity, inEntry.unit)}`,
  }
  const spoken = entryUnitOf(row)?.unit
  return [
    ...units.filter(({ unit }) => unit === spoken).map(inBase),
    plain,
    ...units.filter(({ unit }) => unit !== spoken).map(inBase),
  ]
}
