import type { AnyDocument } from '@kufang/contract/document/define-document.ts'
import type { Field } from '@kufang/contract/document/field.ts'
import { label } from '../text/language.ts'
import { fieldColumn } from '../fields/field-column.ts'
import type { Row } from '../fields/field-column.ts'
import { cellText, emptyValue, moneyText, numberText } from '../grid/cell-format.ts'
import { isEmptyValue } from '../fields/validate-fields.ts'
import { lineFields, statesOfColumn } from './document-fields.ts'
import { sumOfColumn } from './line-totals.ts'

/** A column of the printed lines. */
export interface PrintColumn {
  field: string
  label: string
  /** Share of the width of the paper, in the pixels of the field. */
  width: number
  isNumber: boolean
  text: (line: Row) => string
}

/** How far others took the lines up, and what the frame keeps: it changes after the paper was printed. */
const notOnPaper: ReadonlySet<string> = new Set([
  'doneQuantity', 'closedQuantity', 'openQuantity', 'progress', 'lineErpState', 'materialGroup',
  // These have columns of their own making.
  'specification', 'lineRemark',
])

const first = ['lineNo', 'materialNo', 'description', 'unit', 'quantity']

/** Rooms narrower than these wrap what they hold letter by letter. */
const narrowest: Readonly<Record<string, number>> = { lineNo: 36, unit: 44, quantity: 84, materialNo: 110 }

/**
 * The columns of the lines on paper: what the goods are, how many, and of the rest what any line has. Amounts
 * come only to those who may see them, so for others no line has any. A remark to write into closes the row.
 */
export function printColumns(definition: AnyDocument, lines: readonly Row[]): PrintColumn[] {
  const fields = lineFields(definition)
  // The document's own fields before the frame's, such as the predecessor.
  const names = [...new Set([...first, ...Object.keys(definition.lines), ...Object.keys(fields)])].filter((name) => !notOnPaper.has(name))
  const columns: PrintColumn[] = []
  for (const name of names) {
    const field = fields[name]
    if (field === undefined || mainOf(name, fields) !== undefined) continue
    if (!first.includes(name) && lines.every((line) => isEmptyValue(line[name]))) continue
    const column = columnOf(definition, name, field, fields)
    // The predecessor often is the order that stands there already.
    if (columns.some((other) => lines.every((line) => other.text(line) === column.text(line)))) {
      if (!first.includes(name)) continue
    }
    columns.push(column)
  }
  const remark = fields['lineRemark']
  if (remark !== undefined) columns.push({ ...columnOf(definition, 'lineRemark', remark, fields), width: 110 })
  return columns
}

/** A number of a document and its item share one column, as do a voucher and its year. */
const secondEndings: readonly (readonly [ending: string, of: string])[] = [['Line', 'No'], ['Year', '']]

function mainOf(name: string, fields: Readonly<Record<string, Field>>): string | undefined {
  for (const [ending, of] of secondEndings) {
    if (!name.endsWith(ending)) continue
    const main = name.slice(0, -ending.length) + of
    if (fields[main] !== undefined) return main
  }
  return undefined
}

function columnOf(definition: AnyDocument, name: string, field: Field, fields: Readonly<Record<string, Field>>): PrintColumn {
  const states = statesOfColumn(definition, name)
  const own = fieldColumn(name, field, { states })
  const second = Object.keys(fields).find((other) => mainOf(other, fields) === name)
  const plain = (line: Row): string => {
    const text = cellText(own, line)
    return text === emptyValue ? '' : text
  }
  const join = (parts: readonly unknown[], between: string): string =>
    parts.filter((part) => !isEmptyValue(part)).map(String).join(between)
  const text =
    name === 'description'
      ? (line: Row) => join([line['description'], line['specification']], '\n')
      : second === undefined
        ? plain
        : (line: Row) => (plain(line) === '' ? '' : join([plain(line), line[second]], ' / '))
  return {
    field: name,
    label: label(field.label),
    width: Math.max(field.width ?? 100, narrowest[name] ?? 0),
    isNumber: field.kind === 'quantity' || field.kind === 'money' || field.kind === 'decimal',
    text,
  }
}

/**
 * The last row: exact sums by column, of quantities one for each unit, since a sum of pieces and kilograms
 * means nothing. Null where nothing is totalled.
 */
export function printTotals(definition: AnyDocument, columns: readonly PrintColumn[], lines: readonly Row[]): string[] | null {
  const fields = lineFields(definition)
  const totals = columns.map(({ field }) => {
    const declared = fields[field]
    if (declared?.isTotalled !== true) return ''
    if (declared.kind === 'money') {
      const sum = sumOfColumn(lines.map((line) => ({ [field]: line[field] })), field)
      return sum === null ? '' : moneyText(sum)
    }
    return [...Map.groupBy(lines, (line) => unitOf(line))]
      .flatMap(([unit, group]) => {
        const sum = sumOfColumn(group, field)
        return sum === null ? [] : [`${numberText(sum)} ${unit}`.trim()]
      })
      .join('\n')
  })
  return totals.every((total) => total === '') ? null : totals
}

const unitOf = (line: Row): string => (typeof line['unit'] === 'string' ? line['unit'] : '')
