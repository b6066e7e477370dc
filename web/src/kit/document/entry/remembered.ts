import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import type { Field, Fields } from '@kufang/contract/document/declare/field.ts'
import { companyToday } from '@kufang/kernel/company-day.ts'
import { isRecord } from '../../api/failure.ts'
import type { Row } from '../../fields/field-column.ts'
import { narrowOf } from '../../fields/narrow.ts'
import { isEmptyValue, isTyped } from '../../fields/entered-value.ts'
import { valueProblem } from '../../fields/validate-fields.ts'
import { headerFields, lineFields } from '../document-fields.ts'
import type { Entry } from './use-entry.ts'

/**
 * The last value of a field, with the fields that restrict it: a bin is proposed for the same storage location only.
 */
interface Kept {
  value: unknown
  within: Row
}

/** The user's last values on one page, by field, with their date. */
export interface Remembered {
  day: string
  header: Record<string, Kept>
  lines: Record<string, Kept>
}

/** Key of the values in the user's preferences. */
export function rememberedKey(path: string, document: string): string {
  return `entry:${path} ${document}`
}

/** The values of a created document that are proposed in the next one (`isRemembered`). */
export function rememberedOf(definition: AnyDocument, entry: Entry, day: string): Remembered {
  const { header, lines } = entry
  return {
    day,
    header: keptOf(headerFields(definition), [header], header),
    lines: keptOf(lineFields(definition), lines, header),
  }
}

/** The last values of rows, by field. */
const keptOf = (fields: Fields, rows: readonly Row[], above: Row): Record<string, Kept> =>
  Object.fromEntries(
    rememberedFields(fields).flatMap(([name, field]): [string, Kept][] => {
      const row = rows.findLast((one) => !isEmptyValue(one[name]))
      return row === undefined
        ? []
        : [[name, { value: row[name], within: narrowOf(field, row, above) }]]
    }),
  )

/**
 * Fills empty fields of the form with the user's last values, and returns the filled fields. Dates are used only on the
 * day they were entered, and values only if the form accepts them.
 */
export function withRemembered(
  definition: AnyDocument,
  entry: Entry,
  kept: unknown,
  today: string,
): { entry: Entry; filled: Field[] } {
  if (!isRecord(kept)) return { entry, filled: [] }
  const isToday = kept['day'] === today
  const filled = new Set<Field>()
  const complete = completion(isToday, (field) => filled.add(field))
  const header = complete(headerFields(definition), entry.header, kept['header'], {})
  const fields = lineFields(definition)
  const lines = entry.lines.map((line) => complete(fields, line, kept['lines'], header))
  return { entry: { header, lines }, filled: [...filled] }
}

/** Fills what is still empty with the usual choices (`usual`). */
export function withUsual(
  definition: AnyDocument,
  { header, lines }: Entry,
  today = companyToday(),
): Entry {
  const ofHeader = usualOf(headerFields(definition), today)
  const ofLines = usualOf(lineFields(definition), today)
  const empty = (given: Row, row: Row): Row =>
    Object.fromEntries(Object.entries(given).filter(([name]) => isEmptyValue(row[name])))
  return {
    header: { ...header, ...empty(ofHeader, header) },
    lines: lines.map((line) => ({ ...line, ...empty(ofLines, line) })),
  }
}

/** The usual values of the fields a person enters; of dates today's. */
export const usualOf = (fields: Fields, today = companyToday()): Row =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { usual, ...field }]) =>
      usual !== undefined && isTyped(field) ? [[name, field.kind === 'date' ? today : usual]] : [],
    ),
  )

/** Fills the empty fields of a row with remembered values and reports the filled fields. */
const completion =
  (isToday: boolean, onFilled: (field: Field) => void) =>
  <R extends Row>(fields: Fields, row: R, given: unknown, above: Row): R => {
    let next = row
    for (const [name, field] of rememberedFields(fields)) {
      const held: unknown = isRecord(given) ? given[name] : undefined
      if (!isEmptyValue(row[name]) || !isRecord(held)) continue
      const { value, within } = held
      const isPassing = field.kind === 'date' || field.kind === 'instant'
      if (isEmptyValue(value) || (isPassing && !isToday)) continue
      if (!isSame(narrowOf(field, next, above), within)) continue
      if (valueProblem(name, field, value) !== null) continue
      next = { ...next, [name]: value }
      onFilled(field)
    }
    return next
  }

/** Key of the last input of an action in the user's preferences. */
export function rememberedInputKey(document: string, action: string): string {
  return `act:${document} ${action}`
}

/** The values of an action's input that are proposed the next time, with their date. */
export function rememberedInput(input: Fields, values: Row, day: string): Row {
  return { day, header: keptOf(input, [values], values) }
}

/** Fills empty fields of an action's input with the user's last values. */
export function completedInput(input: Fields, values: Row, kept: unknown, today: string): Row {
  if (!isRecord(kept)) return values
  return completion(kept['day'] === today, () => undefined)(input, values, kept['header'], {})
}

function rememberedFields(fields: Fields): [string, Field][] {
  return Object.entries(fields).filter(([, field]) => field.isRemembered === true && isTyped(field))
}

function isSame(bounds: Readonly<Record<string, unknown>>, within: unknown): boolean {
  const names = Object.keys(bounds)
  return (
    isRecord(within) &&
    names.length === Object.keys(within).length &&
    names.every((name) => bounds[name] === within[name])
  )
}
