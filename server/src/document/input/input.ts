import type { LocalDate } from '@kufang/kernel/local-date.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import {
  isEnteredByPerson,
  type Field,
  type Fields,
} from '@kufang/contract/document/declare/field.ts'
import { readFieldValue } from '@kufang/contract/document/field-value.ts'
import type { Label } from '@kufang/contract/document/declare/label.ts'

export interface InputRules {
  /** Labels overridden by this document. */
  relabel?: Partial<Record<string, Label>> | undefined
  /** Whether a person may send the field; others are refused as unknown. */
  accepts: (name: string, field: Field) => boolean
  line?: number | undefined
  /** The company's day of the act, for dates that must not be past; default: that of the wall clock. */
  today?: LocalDate | undefined
}

/** So many unknown fields of a row are told by name; the others are counted, because their number has no limit. */
const unknownMax = 10

/**
 * Converts input to values of the declared kinds. Every wrong field is reported with its place and limits; unknown
 * fields are refused.
 */
export function readInput(
  fields: Fields,
  raw: Readonly<Record<string, unknown>>,
  rules: InputRules,
): { values: Record<string, unknown>; problems: RefusalDetail[] } {
  const values: Record<string, unknown> = {}
  const problems: RefusalDetail[] = []
  let unknown = 0
  for (const [name, given] of Object.entries(raw)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (!field || !rules.accepts(name, field)) {
      unknown += 1
      if (unknown <= unknownMax)
        problems.push(place({ code: 'column-unknown', params: { column: name } }, name, rules.line))
      continue
    }
    const label = rules.relabel?.[name] ?? field.label
    const outcome =
      given === null || given === undefined || given === ''
        ? { value: null }
        : readFieldValue(name, field, given, label, rules.today)
    if ('code' in outcome) problems.push(place(outcome, name, rules.line))
    else values[name] = outcome.value
  }
  if (unknown > unknownMax)
    problems.push({ code: 'more-problems', params: { count: unknown - unknownMax } })
  return { values, problems }
}

/** Required fields that are still empty, one refusal per field. */
export function missingFields(
  fields: Fields,
  row: Readonly<Record<string, unknown>>,
  rules: Pick<InputRules, 'relabel' | 'line'>,
): RefusalDetail[] {
  return Object.entries(fields)
    .filter(
      ([name, field]) =>
        field.required &&
        isEnteredByPerson(field) &&
        (row[name] === null || row[name] === undefined || row[name] === ''),
    )
    .map(([name, field]) => {
      const label = rules.relabel?.[name] ?? field.label
      return place(
        { code: 'field-required', params: { field: label.zh, fieldEn: label.en } },
        name,
        rules.line,
      )
    })
}

function place(detail: RefusalDetail, field: string, line: number | undefined): RefusalDetail {
  return line === undefined ? { ...detail, field } : { ...detail, field, line }
}
