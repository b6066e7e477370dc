import { inEntryUnit } from '@kufang/contract/document/entry-unit.ts'
import { groupThousands } from '@kufang/kernel/decimal-text.ts'
import { isZero } from '@kufang/kernel/quantity.ts'
import { parseTime } from '@kufang/kernel/time.ts'
import { label, listed } from '../text/language.ts'
import { saidMax } from '../text/serial-list.ts'
import { fill } from '../text/messages.ts'
import { unitText, withUnit } from '../text/unit-text.ts'
import type { GridColumn } from './grid-column.ts'
import { valueOf } from './grid-column.ts'
import { textFits } from './text-fits.ts'

/** The text of an empty value, everywhere (look.md, "words"). */
export const emptyValue = '–'

/** The text of a cell in the current language; exact numbers remain texts, so that no digit is lost in a float. */
export function cellText<Row>(column: GridColumn<Row>, row: Row): string {
  const value = valueOf(row, column.field)
  if (value === null || value === undefined || value === '')
    // How many numbers a line needs is said before it has any.
    return column.kind === 'serialNumbers' ? (column.text?.(row) ?? emptyValue) : emptyValue
  if (column.text !== undefined) return column.text(row)
  switch (column.kind) {
    case 'quantity':
    case 'integer':
    case 'decimal': {
      const unit = column.unitField === undefined ? '' : valueOf(row, column.unitField)
      const base = withUnit(numberText(value), unit)
      return column.isInBaseUnit === true ? inBothUnits(row, value, base) : base
    }
    case 'money':
      return moneyText(value)
    case 'instant':
      return typeof value === 'string'
        ? (parseTime(value, '{y}-{m}-{d} {h}:{i}') ?? value)
        : plain(value)
    case 'flag':
      return label(value === true ? { zh: '是', en: 'Yes' } : { zh: '否', en: 'No' })
    case 'choice':
      return label(column.choices?.find((choice) => choice.value === value)?.label ?? plain(value))
    case 'state':
      return label(column.states?.find((state) => state.value === value)?.label ?? plain(value))
    case 'reference': {
      if (column.isUnit === true) return unitText(value)
      const text = column.textField === undefined ? undefined : valueOf(row, column.textField)
      return typeof text === 'string' && text !== '' ? `${plain(value)} ${text}` : plain(value)
    }
    case 'serialNumbers':
      return Array.isArray(value) ? shownSerialNumbers(value.map(plain)) : plain(value)
    case 'list':
      return Array.isArray(value) ? listed(value.map(plain)) || emptyValue : plain(value)
    case 'text': {
      const text = plain(value)
      const more =
        column.appendedField === undefined ? '' : plain(valueOf(row, column.appendedField))
      return text.includes(more) ? text : `${text} ${more}`
    }
    case 'date':
      return plain(value)
  }
}

const manyPieces = { zh: '{count} 件：{numbers}', en: '{count}: {numbers}' }

/** Serial numbers, counted if they are more than a few: they are wider than their cell then. */
function shownSerialNumbers(numbers: readonly string[]): string {
  if (numbers.length === 0) return emptyValue
  const named = listed(numbers)
  if (numbers.length <= saidMax) return named
  return fill(label(manyPieces), { count: numbers.length, numbers: named })
}

/**
 * A quantity as people say it: "5 盒 = 500 个" in a row with an entry unit, otherwise in the base unit only.
 * @param base its text in the base unit
 */
export function inBothUnits(row: unknown, value: unknown, base: string): string {
  const isRow = typeof row === 'object' && row !== null
  const entry = isRow ? inEntryUnit(row as Readonly<Record<string, unknown>>, value) : null
  return entry === null || isZero(entry.quantity)
    ? base
    : `${withUnit(numberText(entry.quantity), entry.unit)} = ${base}`
}

/** A quantity with what it is in the second unit of its material, if that has one: "12 根 / 1,284.5 千克". */
export function withSecond(text: string, row: unknown): string {
  const second = valueOf(row, 'secondQuantity')
  if (typeof second !== 'string' || second === '') return text
  return `${text} / ${withUnit(numberText(second), valueOf(row, 'secondUnit'))}`
}

/**
 * The text of a cell of this width: a quantity is said in the base unit alone where both units do not fit, because a
 * number that is cut looks like a smaller one.
 * @param width pixels
 */
export function cellTextWithin<Row>(column: GridColumn<Row>, row: Row, width: number): string {
  const text = cellText(column, row)
  if (column.isInBaseUnit !== true || textFits(text, width)) return text
  return cellText({ ...column, isInBaseUnit: false }, row)
}

/** The text for the clipboard: numbers without thousands separators and unit, so that Excel can read them. */
export function clipboardText<Row>(column: GridColumn<Row>, row: Row): string {
  const value = valueOf(row, column.field)
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  // The numbers themselves, also where the cell counts them.
  if (column.kind === 'serialNumbers' && Array.isArray(value)) return listed(value.map(plain))
  if (typeof value === 'string' && column.kind !== 'choice' && column.kind !== 'state') {
    return column.kind === 'instant' ? cellText(column, row) : value
  }
  const text = cellText(column, row)
  return text === emptyValue ? '' : text
}

/** Thousands separators, no trailing zeros: "1200.500" is "1,200.5". */
export function numberText(value: unknown): string {
  const text = plain(value)
  if (!isNumberText(text)) return text
  return groupThousands(text.includes('.') ? text.replace(/\.?0+$/, '') : text)
}

/** Thousands separators and two decimals. */
export function moneyText(value: unknown): string {
  const text = plain(value)
  if (!isNumberText(text)) return text
  const [whole = '0', decimals = ''] = text.split('.')
  return `${groupThousands(whole)}.${decimals.padEnd(2, '0')}`
}

function isNumberText(text: string): boolean {
  return /^-?\d+(?:\.\d+)?$/.test(text)
}

function plain(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return value === null || value === undefined ? '' : JSON.stringify(value)
}
