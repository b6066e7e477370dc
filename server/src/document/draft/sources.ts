import { textOf } from '@kufang/kernel/text-of.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import type { SourceDeclaration } from '@kufang/contract/document/declare/source.ts'
import { definitionOf } from '@kufang/contract/registry.ts'
import { compareQuantity, sumQuantities, type Quantity } from '@kufang/kernel/quantity.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { Session } from '../../platform/session/session.ts'
import type { SourceLine } from '../effects/requests.ts'
import { documentScope } from '../storage/scope.ts'
import { readByCompany } from '../storage/by-company.ts'
import { holdersOf } from '../storage/successors.ts'
import { documentTable, type DocumentTable, type ListColumn } from '../storage/table.ts'

interface SourceQuantities {
  openQuantity: Quantity
  freeQuantity: Quantity
  state: string
}

/** Predecessor lines consumed by a new document, by `id/lineNo`. */
export type SourceLines = Map<string, SourceLine & SourceQuantities>

export const sourceKey = (source: { id: string; lineNo: number }): string =>
  `${source.id}/${source.lineNo}`

/**
 * Reads predecessor lines within the person's scope and locks them with their documents in a fixed order, so that
 * concurrent requests for the same lines wait for each other. Both lines and headers are locked: a waiting transaction
 * then reads the committed values.
 */
export async function loadSourceLines(
  tx: Transaction,
  session: Session,
  sourceType: string,
  references: readonly { id: string; lineNo: number }[],
  lock: boolean,
): Promise<SourceLines> {
  const found: SourceLines = new Map()
  if (references.length === 0) return found
  const table = documentTable(definitionOf(sourceType))
  const ids = [...new Set(references.map((reference) => reference.id))]
  const rows = await readByCompany(tx, table, session, { ids, lock }, (within) =>
    readLines(tx, table, within, references, lock),
  )
  for (const read of rows) {
    const row = { ...read, type: sourceType } as unknown as SourceLine & SourceQuantities
    found.set(sourceKey(row), row)
  }
  return found
}

async function readLines(
  tx: Transaction,
  table: DocumentTable,
  session: Session,
  references: readonly { id: string; lineNo: number }[],
  lock: boolean,
): Promise<{ id: string }[]> {
  const headerScope = documentScope(table, session, 'header', 2)
  const lineScope = documentScope(table, session, 'line', 3)
  const ids = references.map((reference) => reference.id)
  // Sent together: headers once each, then the lines, which are read after the headers are locked.
  const [headers, lines] = await Promise.all([
    tx.query<{ id: string }>(
      `select ${columnsOf(table.headerColumns)} from ${table.header} h
       where h.id = any($1::uuid[]) and ${headerScope.sql}${lock ? ' order by h.id for update of h' : ''}`,
      [[...new Set(ids)], ...headerScope.values],
    ),
    tx.query<{ id: string }>(
      `select h.id, ${columnsOf(ownColumns(table))}
       from unnest($1::uuid[], $2::int[]) as wanted(id, line_no)
       join ${table.line} l on l.document_id = wanted.id and l.line_no = wanted.line_no
       join ${table.header} h on h.company_code = l.company_code and h.id = l.document_id
       where ${lineScope.sql}${lock ? ' order by h.id, l.line_no for update of l' : ''}`,
      [ids, references.map((reference) => reference.lineNo), ...lineScope.values],
    ),
  ])
  const headerOf = new Map(headers.map((header) => [header.id, header]))
  return lines.flatMap((line) => {
    const header = headerOf.get(line.id)
    return header === undefined ? [] : [{ ...header, ...line }]
  })
}

/** The line's own columns; if header and line have the same field, the line's value is used. */
const ownColumns = (table: DocumentTable): Record<string, ListColumn> =>
  Object.fromEntries(
    Object.entries(table.lineColumns).filter(
      ([name, column]) => table.headerColumns[name] !== column,
    ),
  )

const columnsOf = (columns: Record<string, ListColumn>): string =>
  Object.entries(columns)
    .map(([name, column]) => `${column.sql} as "${name}"`)
    .join(', ')

/**
 * Checks source lines: they exist, their state permits it, they agree in the copied header fields, and the quantity is
 * free.
 */
// oxlint-disable-next-line max-lines-per-function -- one refusal after the other for a line, the first one ends it
export async function checkSources(
  tx: Transaction,
  definition: AnyDocument,
  lines: readonly {
    lineNo: number
    source: { id: string; lineNo: number } | null
    quantity: Quantity | null
  }[],
  found: SourceLines,
): Promise<RefusalDetail[]> {
  const declared = definition.source
  if (!declared)
    return lines.flatMap(({ lineNo, source }) =>
      source === null
        ? []
        : [{ code: 'source-not-found', params: { source: sourceKey(source) }, line: lineNo }],
    )
  const problems: RefusalDetail[] = []
  const table = documentTable(definitionOf(declared.document))
  const { headerFields: ownHeader } = documentTable(definition)
  const taken = new Map<string, Quantity[]>()
  const shared = new Map<string, unknown>()
  for (const line of lines) {
    if (!line.source) {
      problems.push({ code: 'source-required', params: {}, line: line.lineNo })
      continue
    }
    const source = found.get(sourceKey(line.source))
    if (!source) {
      problems.push({
        code: 'source-not-found',
        params: { source: `${line.source.id}/${line.source.lineNo}` },
        line: line.lineNo,
      })
      continue
    }
    const shown = `${source.docNo}/${source.lineNo}`
    if (!declared.states.includes(source.state)) {
      const state = table.definition.states[source.state]?.label
      problems.push({
        code: 'source-wrong-state',
        params: { source: shown, state: state?.zh ?? '', stateEn: state?.en ?? '' },
        line: line.lineNo,
      })
      continue
    }
    const other = unlikeWanted(declared.where, table.definition, source)
    if (other !== null) {
      problems.push({ code: 'source-of-other-kind', params: other, line: line.lineNo })
      continue
    }
    if (source['entryUnit'] && source['unitNumerator'] === null) {
      const params = {
        source: shown,
        material: textOf(source['materialNo']),
        unit: textOf(source['entryUnit']),
      }
      problems.push({ code: 'unit-conversion-unknown', params, line: line.lineNo })
      continue
    }
    for (const name of declared.header ?? []) {
      const other = source[name] ?? ''
      // A field that a person enters where it is empty agrees with any value.
      if (other === '' && ownHeader[name]?.isEnteredIfEmpty === true) continue
      if (!shared.has(name)) shared.set(name, other)
      const one = shared.get(name)
      if (one !== other) {
        const label = (
          definition.header[name] ??
          table.lineFields[name] ??
          table.headerFields[name]
        )?.label
        problems.push({
          code: 'source-mixed',
          params: {
            field: label?.zh ?? name,
            fieldEn: label?.en ?? name,
            first: textOf(one) || '–',
            other: textOf(other) || '–',
          },
          line: line.lineNo,
        })
      }
    }
    if (line.quantity !== null && !declared.checksOwnQuantity) {
      const list = taken.get(sourceKey(source)) ?? []
      list.push(line.quantity)
      taken.set(sourceKey(source), list)
      const wanted = sumQuantities(list)
      if (compareQuantity(wanted, source.freeQuantity) > 0) {
        const isOpen = compareQuantity(wanted, source.openQuantity) <= 0
        const { quantity } = line
        const params = { quantity, source: shown, unit: String(source['unit']) }
        problems.push({
          code: isOpen ? 'quantity-held' : 'quantity-exceeds-open',
          params: {
            ...params,
            open: source.openQuantity,
            ...(isOpen ? await heldParams(tx, source) : {}),
          },
          line: line.lineNo,
          field: 'quantity',
        })
      }
    }
  }
  return problems
}

/** How a predecessor differs from those that the successor is made from (`where`), as the refusal says it; null if it does not. */
function unlikeWanted(
  where: SourceDeclaration<string, string>['where'] = {},
  { header, lines }: AnyDocument,
  source: SourceLine,
): RefusalDetail['params'] | null {
  const [field, wanted] =
    Object.entries(where).find(([name, value]) => source[name] !== value) ?? []
  if (field === undefined) return null
  const { label, choices = {} } = (header[field] ?? lines[field])!
  const words = (value: unknown) => {
    const text = textOf(value) || '–'
    return choices[text] ?? { zh: text, en: text }
  }
  const [is, should] = [words(source[field]), words(wanted)]
  return {
    source: `${source.docNo}/${source.lineNo}`,
    field: label.zh,
    fieldEn: label.en,
    value: is.zh,
    valueEn: is.en,
    wanted: should.zh,
    wantedEn: should.en,
  }
}

/** The free quantity of a line and the holders of the rest. */
async function heldParams(tx: Transaction, source: SourceLine & SourceQuantities) {
  const holders = await holdersOf(tx, String(source['companyCode']), source)
  return { free: source.freeQuantity, ...holders.named }
}
