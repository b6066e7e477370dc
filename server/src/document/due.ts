import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { companyTimeZone } from '@kufang/kernel/company-day.ts'
import type { DocumentHeader } from './storage/document.ts'

/** The due date of a document as declared, or null. */
export function dueDay(definition: AnyDocument, header: DocumentHeader): string | null {
  const { due } = definition
  const day = due === undefined ? null : (header as Readonly<Record<string, unknown>>)[due.by]
  return typeof day === 'string' && day !== '' ? day : null
}

/**
 * SQL expression for the time at which a to-do is due: the end of the due date if the state is due on it, otherwise the
 * general time limit, but no later than that date. Without a date the general limit applies.
 *
 * @param day an expression of type date, may be null
 * @param isDueThen a boolean expression: the state is one of `due.states`
 */
export function dueAtSql(day: string, isDueThen: string): string {
  const dayEnd = `(${day} + 1)::timestamp at time zone '${companyTimeZone}'`
  return `case when ${isDueThen} and ${day} is not null then ${dayEnd} else least(${dayEnd}, now() + todo_time_limit()) end`
}
