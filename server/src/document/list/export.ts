import { companyTimeZone } from '@kufang/kernel/company-day.ts'
import type { ListRequest } from '@kufang/contract/document/api.ts'
import { lineProgress } from '@kufang/contract/document/declare/common-fields.ts'
import type { Fields } from '@kufang/contract/document/declare/field.ts'
import { erpStates } from '@kufang/contract/document/declare/erp-state.ts'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import { fieldOf } from '@kufang/kernel/present.ts'
import type { FastifyReply } from 'fastify'
import type { Database } from '../../platform/database/database.ts'
import { contentDisposition } from '../../platform/files/content-disposition.ts'
import type { ListOptions } from '../../platform/list/list-options.ts'
import { assertExportable, readAllRows } from '../../platform/list/read-list.ts'
import { readParameter } from '../../system/public.ts'
import { streamXlsx } from '../../platform/xlsx/stream-xlsx.ts'
import type { Session } from '../../platform/session/session.ts'
import { listOptions } from './list.ts'
import type { DocumentTable } from '../storage/table.ts'

export type ExportRequest = ListRequest & { columns: readonly { field: string; title: string }[] }

/** Exports a document list as a streamed workbook, with its order and the columns visible to the person. */
export function exportDocuments(
  database: Database,
  session: Session,
  table: DocumentTable,
  request: ExportRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { definition } = table
  const words: Record<string, Record<string, Label>> = {
    state: labelsOf(definition.states),
    erpState: labelsOf(erpStates),
    lineErpState: labelsOf(erpStates),
    progress: labelsOf(lineProgress),
  }
  for (const [name, field] of Object.entries({ ...table.headerFields, ...table.lineFields }))
    if (field.choices) words[name] = field.choices
  return exportList(
    database,
    session,
    listOptions(table, session, request),
    request,
    definition.label,
    words,
    unitFields({ ...table.headerFields, ...table.lineFields }),
    reply,
  )
}

/** The fields that are units of measure. */
export function unitFields(fields: Fields): ReadonlySet<string> {
  return new Set(Object.keys(fields).filter((name) => fieldOf(fields, name).master === 'unit'))
}

const labelsOf = (declared: Record<string, { label: Label }>): Record<string, Label> =>
  Object.fromEntries(Object.entries(declared).map(([name, { label }]) => [name, label]))

/**
 * Streams any list as xlsx with constant memory, whatever the number of rows. `words` are the labels of coded columns,
 * `units` the columns with units of measure.
 */
export async function exportList(
  database: Database,
  session: Session,
  options: Omit<ListOptions, 'sizeMax'>,
  request: ExportRequest,
  title: Label,
  words: Record<string, Record<string, Label>>,
  units: ReadonlySet<string>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { language } = session
  const columns = request.columns.map(({ field, title: label }) => {
    const column = Object.hasOwn(options.columns, field) ? options.columns[field] : undefined
    if (!column) throw refuse('column-unknown', { column: field })
    const choices = words[field]
    return choices
      ? { field, label, kind: 'choice' as const, choices }
      : { field, label, kind: column.kind, ...(units.has(field) && { isUnit: true }) }
  })
  const { columns: _shown, cursor: _cursor, ...list } = request
  await assertExportable(
    database,
    { ...options, request: list },
    await readParameter(database, 'export.rowsMax', {}),
  )
  const stream = streamXlsx(columns, readAllRows(database, { ...options, request: list }), {
    sheetName: title[language],
    language,
    timeZone: companyTimeZone,
  })
  return reply
    .header('content-type', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    .header('content-disposition', contentDisposition(`${title[language]}.xlsx`))
    .send(stream)
}
