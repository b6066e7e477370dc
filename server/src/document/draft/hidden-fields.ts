import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { hiddenFields } from '@kufang/contract/document/visible.ts'
import type { Fields } from '@kufang/contract/document/declare/field.ts'
import { refuseAll, type RefusalDetail } from '@kufang/kernel/refusal.ts'
import type { DocumentTable } from '../storage/table.ts'
import type { DraftInput } from './draft.ts'
import type { Session } from '../../platform/session/session.ts'

type Row = Readonly<Record<string, unknown>>

/**
 * Values given for fields that this person does not see: whoever may not read an amount does not write it either. An empty
 * value is none.
 * @param given header or input, and lines, each with the fields declared for them
 */
export function hiddenFieldsGiven(
  definition: AnyDocument,
  session: Session,
  given: { fields: Fields; row: Row; lineFields: Fields; lines: readonly Row[] },
): RefusalDetail[] {
  const hidden = hiddenFields(definition, session)
  if (hidden.size === 0) return []
  const found = (fields: Fields, row: Row, line?: number): RefusalDetail[] =>
    Object.entries(row).flatMap(([name, value]): RefusalDetail[] => {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined
      if (field === undefined || !hidden.has(name) || isEmpty(value)) return []
      const { zh, en } = definition.relabel?.[name] ?? field.label
      const params = { field: zh, fieldEn: en }
      return [{ code: 'field-not-visible', params, field: name, ...(line && { line }) }]
    })
  return [
    ...found(given.fields, given.row),
    ...given.lines.flatMap((row, index) => found(given.lineFields, row, numberOf(row, index))),
  ]
}

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === ''

const numberOf = ({ lineNo }: Row, index: number): number =>
  typeof lineNo === 'number' ? lineNo : index + 1

/** @throws Refusals 'field-not-visible' of what a person enters in a draft without seeing it */
export function assertSeen(
  { definition, headerFields, lineFields }: DocumentTable,
  session: Session,
  { header, lines }: DraftInput,
): void {
  const given = { fields: headerFields, row: header, lineFields, lines }
  const problems = hiddenFieldsGiven(definition, session, given)
  if (problems.length > 0) throw refuseAll(problems)
}
