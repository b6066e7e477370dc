import { formatDocumentNumber } from '@kufang/kernel/document-number.ts'
import { zeroQuantity } from '@kufang/kernel/quantity.ts'
import { periodOf, type LocalDate } from '@kufang/kernel/local-date.ts'
import { toSnake } from '../platform/database/case.ts'
import type { Queryable, Transaction } from '../platform/database/database.ts'
import type { Session } from '../platform/session/session.ts'
import type { DocumentHeader, DocumentLine, LoadedDocument } from './document.ts'
import type { DraftContent } from './draft.ts'
import { documentScope } from './scope.ts'
import type { DocumentTable } from './table.ts'

// The statements every document type shares. Lines travel as one JSON parameter, so that a document of n lines
// costs the same number of statements as one of a single line.

/**
 * The next number of a kind: gapless, because the row stays locked until the transaction ends. Drawn as
 * late as possible, so that others wait as short as possible.
 */
export async function drawDocumentNumber(
  tx: Transaction,
  companyCode: string,
  prefix: string,
  today: LocalDate,
): Promise<string> {
  const period = periodOf(today)
  const [row] = await tx.query<{ lastSequence: number }>(
    `insert into document_number as n (company_code, prefix, period, last_sequence) values ($1, $2, $3, 1)
     on conflict (company_code, prefix, period) do update set last_sequence = n.last_sequence + 1
     returning last_sequence`,
    [companyCode, prefix, period],
  )
  return formatDocumentNumber(prefix, period, row!.lastSequence)
}

/**
 * A document with its lines as this person may see it; null where it is not there or outside the data
 * scope. `lock` holds it until the transaction ends.
 */
export async function loadVisible(
  queryable: Queryable,
  table: DocumentTable,
  session: Session,
  id: string,
  lock = false,
): Promise<LoadedDocument | null> {
  const scope = documentScope(table, session, 'header', 2)
  // Asked in one go; the lines are read after the header was locked, and count only with it.
  const [[header], lines] = await Promise.all([
    queryable.query<DocumentHeader>(
      `select h.* from ${table.header} h where h.id = $1 and ${scope.sql}${lock ? ' for update of h' : ''}`,
      [id, ...scope.values],
    ),
    queryable.query<DocumentLine>(
      `select * from ${table.line} where company_code = any($2) and document_id = $1 order by line_no`,
      [id, session.scope.companyCodes],
    ),
  ])
  return header ? { header, lines } : null
}

/** A document of a known company, for effects that follow a chain of documents. */
export async function loadOwn(
  queryable: Queryable,
  table: DocumentTable,
  companyCode: string,
  id: string,
  lock = false,
): Promise<LoadedDocument> {
  const [[header], lines] = await Promise.all([
    queryable.query<DocumentHeader>(
      `select * from ${table.header} where company_code = $1 and id = $2${lock ? ' for update' : ''}`,
      [companyCode, id],
    ),
    queryable.query<DocumentLine>(
      `select * from ${table.line} where company_code = $1 and document_id = $2 order by line_no`,
      [companyCode, id],
    ),
  ])
  if (!header) throw new Error(`${table.header} ${id} of company ${companyCode} is gone`)
  return { header, lines }
}

/** Writes a new header; the columns are those given. */
export function insertHeader(
  tx: Transaction,
  table: DocumentTable,
  values: Record<string, unknown>,
): void {
  const names = Object.keys(values).sort()
  tx.write(
    `insert into ${table.header} (${names.map(toSnake).join(', ')}) values (${names.map((_name, index) => `$${index + 1}`).join(', ')})`,
    names.map((name) => encode(name, values[name])),
  )
}

/** Changes columns of a header and counts its version up (never for what the outbox reports in the background). */
export function updateHeader(
  tx: Transaction,
  table: DocumentTable,
  header: Pick<DocumentHeader, 'companyCode' | 'id'>,
  values: Record<string, unknown>,
  countVersion = true,
): void {
  const names = Object.keys(values).sort()
  const sets = names.map((name, index) => `${toSnake(name)} = $${index + 3}`)
  if (countVersion) sets.push('version = version + 1')
  sets.push('updated_at = now()')
  tx.write(`update ${table.header} set ${sets.join(', ')} where company_code = $1 and id = $2`, [
    header.companyCode,
    header.id,
    ...names.map((name) => encode(name, values[name])),
  ])
}

function encode(name: string, value: unknown): unknown {
  return name === 'acts' ? JSON.stringify(value) : value
}

/** Writes new lines, which all carry the same set of fields. */
export function insertLines(
  tx: Transaction,
  table: DocumentTable,
  companyCode: string,
  id: string,
  lines: readonly Record<string, unknown>[],
): void {
  if (lines.length === 0) return
  const names = fieldNames(lines)
  tx.write(
    `insert into ${table.line} (company_code, document_id, ${names.map(toSnake).join(', ')})
     select $1, $2::uuid, ${names.map((name) => `x."${name}"`).join(', ')}
     from json_to_recordset($3::json) as x(${recordColumns(table, names)})`,
    [companyCode, id, JSON.stringify(lines)],
  )
}

/** Lines just entered as they will stand in the table: nothing done of them yet, what was not given is null. */
export function newLines(
  table: DocumentTable,
  companyCode: string,
  documentId: string,
  lines: DraftContent['lines'],
): DocumentLine[] {
  const empty = Object.fromEntries(Object.keys(table.lineFields).map((name) => [name, null]))
  return lines.map(
    (line) =>
      ({
        ...empty,
        sourceType: null,
        sourceId: null,
        ...line,
        companyCode,
        documentId,
        doneQuantity: zeroQuantity,
        closedQuantity: zeroQuantity,
        openQuantity: line.quantity,
        progress: 'open',
        lineErpState: 'notNeeded',
      }) as unknown as DocumentLine,
  )
}

/** Changes fields of several lines at once; each change names its line and the same set of fields. */
export function updateLines(
  tx: Transaction,
  table: DocumentTable,
  companyCode: string,
  id: string,
  changes: readonly ({ lineNo: number } & Record<string, unknown>)[],
): void {
  if (changes.length === 0) return
  const names = fieldNames(changes).filter((name) => name !== 'lineNo')
  if (names.length === 0) return
  tx.write(
    `update ${table.line} l set ${names.map((name) => `${toSnake(name)} = x."${name}"`).join(', ')}
     from json_to_recordset($3::json) as x(${recordColumns(table, ['lineNo', ...names])})
     where l.company_code = $1 and l.document_id = $2::uuid and l.line_no = x."lineNo"`,
    [companyCode, id, JSON.stringify(changes)],
  )
}

export function deleteLines(
  tx: Transaction,
  table: DocumentTable,
  companyCode: string,
  id: string,
): void {
  tx.write(`delete from ${table.line} where company_code = $1 and document_id = $2`, [
    companyCode,
    id,
  ])
}

function fieldNames(rows: readonly Record<string, unknown>[]): string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))].sort()
}

function recordColumns(table: DocumentTable, names: readonly string[]): string {
  return names
    .map((name) => {
      const type = table.lineTypes[name]
      if (!type) throw new Error(`${table.line} has no field ${name}`)
      return `"${name}" ${type}`
    })
    .join(', ')
}
