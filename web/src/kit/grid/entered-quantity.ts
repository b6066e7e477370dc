import { entryUnitOf, inEntryUnit } from '@kufang/contract/document/entry-unit.ts'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import { isQuantity, parseQuantity } from '@kufang/kernel/quantity.ts'
import { enteredInBaseUnit, splitUnit } from '@kufang/kernel/unit-conversion.ts'
import { unitCode } from '@kufang/contract/document/unit-words.ts'
import { label } from '../text/language.ts'
import { filled } from '../text/messages.ts'
import { withUnit } from '../text/unit-text.ts'

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

/**
 * A quantity typed with or without a unit, in the base unit. Without a unit it is in the entry unit of the row, in which
 * editing began; typed in the base unit, the row is no longer spoken of in another one (`entryUnit` is ''). Null if it
 * is to stay as it is: a plain number, no number, or in a unit that only the server can convert.
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
  const unit = split === null ? entry!.unit : unitCode(split.unit)
  const number = (split?.number ?? text.normalize('NFKC').trim()).replaceAll(/,(?=\d{3})/g, '')
  if (!isQuantity(number)) return null
  if (unit === base) {
    const change = { [field]: parseQuantity(number) }
    const isOwn = field === 'quantity' && entry !== null
    return { change: isOwn ? { ...change, entryUnit: '' } : change }
  }
  // Of other units of the material only the server knows the conversion.
  if (entry === null || unit !== entry.unit) return null
  const parameters = { entered: number, unit, baseUnit: base }
  const outcome = enteredInBaseUnit(parseQuantity(number), entry, 3, 3)
  return 'base' in outcome
    ? { change: { [field]: outcome.base } }
    : { problem: filled(inexact, parameters) }
}

/** A quantity offered while it is typed: its text with a unit, and what it is in the other one. */
export interface QuantityChoice {
  value: string
  label: string
}

/**
 * What the typed number is in each unit of the row, the entry unit first: "5 盒" (= 500 个) and "5 个". Empty if the row
 * has one unit only, or no number is typed.
 */
export function quantityChoices(given: unknown, text: string): QuantityChoice[] {
  const row = asRow(given)
  const entry = entryUnitOf(row)
  const typed = text.normalize('NFKC').trim()
  const number = (splitUnit(typed)?.number ?? typed).replaceAll(/,(?=\d{3})/g, '')
  if (entry === null || !isQuantity(number)) return []
  const quantity = parseQuantity(number)
  const base = unitOf(row)
  const outcome = enteredInBaseUnit(quantity, entry, 3, 3)
  const inBase =
    'base' in outcome
      ? `= ${withUnit(outcome.base, base)}`
      : label(filled(inexact, { entered: number, unit: entry.unit, baseUnit: base }))
  const inEntry = inEntryUnit(row, quantity)
  return [
    { value: withUnit(quantity, entry.unit), label: inBase },
    {
      value: withUnit(quantity, base),
      label: inEntry === null ? '' : `= ${withUnit(inEntry.quantity, inEntry.unit)}`,
    },
  ]
}
