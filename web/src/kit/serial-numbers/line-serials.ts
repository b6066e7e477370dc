import type { Field } from '@kufang/contract/document/declare/field.ts'
import { quantityOfPieces } from '@kufang/contract/document/declare/serial-numbers.ts'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import { isEmptyValue } from '../fields/entered-value.ts'
import type { Row } from '../fields/field-column.ts'
import { hasNumberedPieces } from '../grid/material-units.ts'
import { listed } from '../text/language.ts'
import { filled } from '../text/messages.ts'
import { countProblem, piecesOf, serialNumbersOf } from '../text/serial-list.ts'

// What is said about the serial numbers of lines while they are entered.

/** Whether a line has serial numbers: its material wants them, or it has some that have to be removed. */
export const isNumbered = (line: Row, name: string): boolean =>
  hasNumberedPieces(line['materialNo']) === true || !isEmptyValue(line[name])

/** Whether a column is of serial numbers, and none of the goods has any. */
export const lacksSerialNumbers = (name: string, field: Field, lines: readonly Row[]): boolean =>
  field.kind === 'serialNumbers' && !lines.some((line) => isNumbered(line, name))

/** How many numbers a field of a line needs; null if its quantity is no whole number. */
export const neededOf = (
  name: string,
  line: Row,
  quantityField: string = quantityOfPieces(name),
): number | null => {
  const quantity = line[quantityField]
  // Where nothing is rejected or missing, no piece of it is named.
  return isEmptyValue(quantity) && name !== 'serialNumbers' ? 0 : piecesOf(quantity)
}

/** What is wrong with the number of serial numbers of a line that has begun to have some; null if nothing is. */
export function serialCountProblem(
  name: string,
  line: Row,
  quantityField: string = quantityOfPieces(name),
): Label | null {
  const given = serialNumbersOf(line[name]).length
  return given === 0 ? null : countProblem(given, neededOf(name, line, quantityField))
}

/** The numbers that other lines of the same material have, with the position of their line. */
export function numbersElsewhere(
  name: string,
  line: Row,
  lines: readonly Row[],
): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  for (const [at, other] of lines.entries()) {
    if (other['rowId'] === line['rowId'] || other['materialNo'] !== line['materialNo']) continue
    for (const number of serialNumbersOf(other[name])) found.set(number, at + 1)
  }
  return found
}

/** That one of the lines before has a piece of this line too; null if none has. */
export function serialDoubledProblem(
  name: string,
  line: Row,
  before: readonly Row[],
): Label | null {
  const elsewhere = numbersElsewhere(name, line, before)
  const number = serialNumbersOf(line[name]).find((one) => elsewhere.has(one))
  return number === undefined
    ? null
    : filled(doubledElsewhere, { number, line: elsewhere.get(number) ?? 0 })
}

const doubledElsewhere: Label = {
  zh: '{number} 重复：第 {line} 行已有',
  en: '{number} is doubled: line {line} has it',
}

/** So many numbers a tooltip names. */
const hintMax = 60

/** The numbers for a tooltip. */
export function hintText(numbers: readonly string[]): string {
  const named = listed(numbers.slice(0, hintMax))
  return numbers.length > hintMax ? `${named} … (${numbers.length})` : named
}
