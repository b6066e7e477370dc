import { documentDefinition } from '@kufang/contract/registry.ts'
import { zeroQuantity } from '@kufang/kernel/quantity.ts'
import { firstOf } from '@kufang/kernel/present.ts'
import { toSnake } from '../../platform/database/case.ts'
import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { numberOrDrawn, numberParameter } from '../../platform/database/drawn-number.ts'
import type { Session } from '../../platform/session/session.ts'
import type { DocumentHeader, DocumentLine, LoadedDocument, NewLines } from './document.ts'
import { documentScope, lineScope } from './scope.ts'
import { readByCompany } from './by-company.ts'
import { lineErpState } from './line-erp-state.ts'
import { dependsOnFields, dependsOnHeader, noteHistory } from './record-history.ts'
import { documentTable, type DocumentTable } from './table.ts'

// Statements shared by all document types. Lines are passed as one JSON parameter, so that the number of statements
// does not depend on the number of lines.

/**
 * Documents with their lines as visible to this person, in the order of their ids; missing ones and those outside the
 * data scope are omitted, and of the others the lines outside it are only counted (`hiddenLines`). `lock` locks them in that order until the transaction ends, so that concurrent transactions
 * on the same documents wait instead of deadlocking.
 */
export async function loadAllVisible(
  queryable: Queryable,
  table: DocumentTable,
  session: Session,
  ids: readonly string[],
  lock = false,
): Promise<LoadedDocument[]> {
  return readByCompany(queryable, table, session, { ids, lock }, (within) =>
    loadWithin(queryable, table, within, ids, lock),
  )
}

async function loadWithin(
  queryable: Queryable,
  table: DocumentTable,
  session: Session,
  ids: readonly string[],
  lock: boolean,
): Promise<LoadedDocument[]> {
  const scope = documentScope(table, session, 'header', 2)
  const ofLines = lineScope(table, session, 'l', 3)
  const ofDocuments = 'l.company_code = any($2) and l.document_id = any($1::uuid[])'
  // Sent together; the lines are read after the headers are locked and used only with their header.
  const [headers, lines, hidden] = await Promise.all([
    queryable.query<DocumentHeader>(
      `select h.* from ${table.header} h where h.id = any($1::uuid[]) and ${scope.sql} order by h.id${lock ? ' for update of h' : ''}`,
      [ids, ...scope.values],
    ),
    queryable.query<DocumentLine & { documentId: string }>(
      `${linesText(table)} where ${ofDocuments}${ofLines === null ? '' : ` and ${ofLines.sql}`} order by l.document_id, l.line_no`,
      [ids, session.scope.companyCodes, ...(ofLines?.values ?? [])],
    ),
    ofLines === null
      ? []
      : queryable.query<{ documentId: string; lineNos: number[] }>(
          `select l.document_id, array_agg(l.line_no order by l.line_no) as line_nos from ${table.line} l
           where ${ofDocuments} and (${ofLines.sql}) is not true group by l.document_id`,
          [ids, session.scope.companyCodes, ...ofLines.values],
        ),
  ])
  const linesOf = Map.groupBy(lines, (line) => line.documentId)
  const hiddenOf = new Map(hidden.map(({ documentId, lineNos }) => [documentId, lineNos]))
  return headers.map((header) => {
    const hiddenLines = hiddenOf.get(header.id)
    return {
      header,
      lines: linesOf.get(header.id) ?? [],
      ...(hiddenLines === undefined ? {} : { hiddenLines }),
    }
  })
}

/** One of them; null if it does not exist or is outside the data scope. */
export async function loadVisible(
  queryable: Queryable,
  table: DocumentTable,
  session: Session,
  id: string,
  lock = false,
): Promise<LoadedDocument | null> {
  const [found] = await loadAllVisible(queryable, table, session, [id], lock)
  return found ?? null
}

/** A document of a known company, for effects that follow a chain. */
export async function loadInCompany(
  queryable: Queryable,
  table: DocumentTable,
  companyCode: string,
  id: string,
  lock = false,
): Promise<LoadedDocument> {
  const [header, lines] = await Promise.all([
    loadHeaderInCompany(queryable, table, companyCode, id, lock),
    queryable.query<DocumentLine>(
      `${linesText(table)} where l.company_code = $1 and l.document_id = $2 order by l.line_no`,
      [companyCode, id],
    ),
  ])
  return { header, lines }
}

/** Locks documents and returns their headers, each for its caller; of many at once one statement. */
export async function lockHeaderInCompany(
  tx: Transaction,
  table: DocumentTable,
  companyCode: string,
  id: string,
): Promise<DocumentHeader> {
  const [header] = await tx.queryTogether<DocumentHeader>(
    `select * from ${table.header} where company_code = $1 and id = any($2::uuid[]) order by id for update`,
    [companyCode],
    id,
    (row) => row.id,
  )
  return header ?? isGone(table, companyCode, id)
}

function isGone(table: DocumentTable, companyCode: string, id: string): never {
  throw new Error(`${table.header} ${id} of company ${companyCode} is gone`)
}

/** A document without its lines. */
async function loadHeaderInCompany(
  queryable: Queryable,
  table: DocumentTable,
  companyCode: string,
  id: string,
  lock = false,
): Promise<DocumentHeader> {
  const [header] = await queryable.query<DocumentHeader>(
    `select * from ${table.header} where company_code = $1 and id = $2${lock ? ' for update' : ''}`,
    [companyCode, id],
  )
  return header ?? isGone(table, companyCode, id)
}

/** The header of a document of any type by its id; null if it was deleted. */
export async function readHeader(
  queryable: Queryable,
  name: string,
  companyCode: string,
  id: string,
): Promise<DocumentHeader | null> {
  const definition = documentDefinition(name)
  if (definition === undefined) return null
  const [header] = await queryable.query<DocumentHeader>(
    `select * from ${documentTable(definition).header} where company_code = $1 and id = $2::uuid`,
    [companyCode, id],
  )
  return header ?? null
}

/** As SQL: lines up to the WHERE clause; the later of two columns with the same name takes precedence. */
const linesText = (table: DocumentTable): string =>
  `select l.*${table.hasGoods ? `, ${lineErpState('h', 'l')} as line_erp_state` : ''}
   from ${table.line} l join ${table.header} h on h.company_code = l.company_code and h.id = l.document_id`

/** Inserts a header with the given columns. */
export function insertHeader(
  tx: Transaction,
  table: DocumentTable,
  values: Record<string, unknown>,
): void {
  const names = Object.keys(values).sort()
  tx.write(
    `insert into ${table.header} (${names.map(toSnake).join(', ')}) values (${names.map((name, index) => (name === 'docNo' ? numberOrDrawn(`$${index + 1}`) : `$${index + 1}`)).join(', ')})`,
    names.map((name) => (name === 'docNo' ? numberParameter(String(values[name])) : values[name])),
  )
}

/** The changes of one header. */
export interface HeaderChange {
  header: Pick<DocumentHeader, 'companyCode' | 'id'> &
    Partial<Pick<DocumentHeader, 'state' | 'erpState'>>
  values: Record<string, unknown>
}

/** For a condition from which Citus knows the machine: without it the update locks the table on all of them. */
const companiesOf = (rows: readonly { companyCode: string }[]): string[] => [
  ...new Set(rows.map(({ companyCode }) => companyCode)),
]

/**
 * Updates columns of headers and increments their versions (not for background changes by the outbox). One statement
 * for all headers that change the same columns.
 */
export function updateHeaders(
  tx: Transaction,
  table: DocumentTable,
  changes: readonly HeaderChange[],
  countVersion = true,
): void {
  noteHistory(
    tx,
    table,
    changes.flatMap(({ header, values }) =>
      dependsOnHeader(table.definition, header, values) ? [header] : [],
    ),
  )
  const alike = Map.groupBy(changes, ({ values }) => Object.keys(values).sort().join())
  for (const group of alike.values()) {
    const names = Object.keys(firstOf(group).values).sort()
    const sets = names.map((name) => `${toSnake(name)} = x."${name}"`)
    if (countVersion) sets.push('version = version + 1')
    sets.push('updated_at = now()')
    tx.write(
      `update ${table.header} h set ${sets.join(', ')}
       from json_to_recordset($1::json) as x(${['"companyCode" text, id uuid', ...recordColumns(table.header, table.headerTypes, names)].join(', ')})
       where h.company_code = x."companyCode" and h.id = x.id and h.company_code = any($2)`,
      [
        JSON.stringify(
          group.map(({ header, values }) => ({
            ...values,
            companyCode: header.companyCode,
            id: header.id,
          })),
        ),
        companiesOf(group.map(({ header }) => header)),
      ],
    )
  }
}

/** Inserts lines, which all have the same fields. */
export function insertLines(
  tx: Transaction,
  table: DocumentTable,
  companyCode: string,
  id: string,
  lines: readonly Record<string, unknown>[],
): void {
  if (lines.length === 0) return
  noteHistory(tx, table, [{ companyCode, id }])
  const names = fieldNames(lines)
  tx.write(
    `insert into ${table.line} (company_code, document_id, ${names.map(toSnake).join(', ')})
     select $1, $2::uuid, ${names.map((name) => `x."${name}"`).join(', ')}
     from json_to_recordset($3::json) as x(${recordColumns(table.line, table.lineTypes, names).join(', ')})`,
    [companyCode, id, JSON.stringify(lines)],
  )
}

/** New lines as they will be in the table: nothing done yet, missing values null. */
export function newLines(
  table: DocumentTable,
  companyCode: string,
  documentId: string,
  lines: NewLines,
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
        ...(table.hasGoods
          ? {
              doneQuantity: zeroQuantity,
              heldQuantity: zeroQuantity,
              closedQuantity: zeroQuantity,
              openQuantity: line.quantity,
              freeQuantity: line.quantity,
              progress: 'open',
              lineErpState: 'notNeeded',
            }
          : {}),
      }) as unknown as DocumentLine,
  )
}

/** Identifies the line of a change. */
export interface LineKey {
  companyCode: string
  documentId: string
  lineNo: number
}

/** The changes of one line. */
export type LineChange = LineKey & Record<string, unknown>

/** Changes of one document's lines. */
export function changesOf(
  { companyCode, id }: Pick<DocumentHeader, 'companyCode' | 'id'>,
  changes: readonly ({ lineNo: number } & Record<string, unknown>)[],
): LineChange[] {
  return changes.map((change) => ({ ...change, companyCode, documentId: id }))
}

/** Updates fields of lines of one or more documents. One statement for all that change the same fields. */
export function updateLines(
  tx: Transaction,
  table: DocumentTable,
  changes: readonly LineChange[],
): void {
  const alike = Map.groupBy(changes, (change) => Object.keys(change).sort().join())
  for (const group of alike.values()) {
    const names = fieldNames(group).filter((name) => !lineKeys.has(name))
    if (names.length === 0) continue
    if (dependsOnFields(table.definition, names))
      noteHistory(
        tx,
        table,
        group.map(({ companyCode, documentId: id }) => ({ companyCode, id })),
      )
    tx.write(
      `update ${table.line} l set ${names.map((name) => `${toSnake(name)} = x."${name}"`).join(', ')}
       from json_to_recordset($1::json) as x("companyCode" text, "documentId" uuid, ${recordColumns(table.line, table.lineTypes, ['lineNo', ...names]).join(', ')})
       where l.company_code = x."companyCode" and l.document_id = x."documentId" and l.line_no = x."lineNo"
         and l.company_code = any($2)`,
      [JSON.stringify(group), companiesOf(group)],
    )
  }
}

const lineKeys: ReadonlySet<string> = new Set(['companyCode', 'documentId', 'lineNo'])

/** Deletes a draft with its lines; it may be in a history, such as goods that are to be picked. */
export function deleteDocument(
  tx: Transaction,
  table: DocumentTable,
  header: Pick<DocumentHeader, 'companyCode' | 'id'>,
): void {
  noteHistory(tx, table, [header])
  tx.write(`delete from ${table.header} where company_code = $1 and id = $2`, [
    header.companyCode,
    header.id,
  ])
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

function recordColumns(
  table: string,
  types: Readonly<Record<string, string>>,
  names: readonly string[],
): string[] {
  return names.map((name) => {
    const type = types[name]
    if (!type) throw new Error(`${table} has no field ${name}`)
    return `"${name}" ${type}`
  })
}
