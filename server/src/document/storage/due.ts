import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import type { Field } from '@kufang/contract/document/declare/field.ts'
import { companyTimeZone } from '@kufang/kernel/company-day.ts'
import { parseLocalDate } from '@kufang/kernel/local-date.ts'
import type { DocumentHeader } from './document.ts'

/**
 * When a document is due as declared, as a text that PostgreSQL casts to timestamptz: the end of its date, or its time; null
 * without one.
 */
export function dueTime(definition: AnyDocument, header: DocumentHeader): string | null {
  const { due } = definition
  const value = due === undefined ? null : (header as Readonly<Record<string, unknown>>)[due.by]
  if (due === undefined || typeof value !== 'string' || value === '') return null
  if (definition.header[due.by]?.kind === 'instant') return value
  // The end of the last day of the calendar is no day of it.
  return `${parseLocalDate(value)} 24:00 ${companyTimeZone}`
}

/** The same as an SQL expression: of the declared header field and its column. */
export function dueTimeSql({ kind }: Pick<Field, 'kind'>, column: string): string {
  return kind === 'instant'
    ? column
    : `(${column} + 1)::timestamp at time zone '${companyTimeZone}'`
}

/**
 * SQL expression for the time at which a to-do is due: as declared if the state is due then, otherwise the general time
 * limit, but no later than that. Without a declared time the general limit applies.
 *
 * @param dueAt an expression of type timestamptz, may be null
 * @param isDueThen a boolean expression: the state is one of `due.states`
 */
export function dueAtSql(dueAt: string, isDueThen: string): string {
  return `case when ${isDueThen} and ${dueAt} is not null then ${dueAt} else least(${dueAt}, now() + todo_time_limit()) end`
}
