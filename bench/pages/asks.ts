import type { Filter, ListRequest } from '@kufang/contract/document/api.ts'
import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import type { AnyMaster } from '@kufang/contract/document/declare/define-master.ts'
import type { AnyQuery } from '@kufang/contract/document/declare/define-query.ts'
import type { Field } from '@kufang/contract/document/declare/field.ts'
import { variantOnPage } from '@kufang/contract/document/page-variants.ts'
import { usualOrder, usualOrderOfSource } from '@kufang/contract/document/usual-order.ts'
import { documentDefinition, registry } from '@kufang/contract/registry.ts'
import { companyToday } from '@kufang/kernel/company-day.ts'
import { addDays, parseLocalDate, periodOf } from '@kufang/kernel/local-date.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import type { QueryName } from '@kufang/contract/queries.ts'
import { documentTable } from '../../server/src/document/storage/table.ts'
import { boundQueries } from '../../server/src/queries.ts'

// What people ask of each declared page, as requests to the API. A page that is declared later is asked the same.

/** A list of a page. */
export interface AskedList {
  page: string
  /** Roles of the page, of which a person needs one. */
  role: string
  subject: 'documents' | 'masters' | 'queries'
  name: string
  /** The address without the method: `/api/documents/goods-receipt`. */
  address: string
  /** `list`, or the list of lines from which documents are made. */
  method: 'list' | 'sources/list'
  /** Of every request. */
  fixed: ListRequest
  columns: Readonly<Record<string, Pick<Field, 'kind'>>>
  filters: readonly string[]
  /** Columns with coloured states, which are filtered by choice. */
  states: ReadonlySet<string>
  /** The opposite order, which shows the last page first. */
  lastFirst: NonNullable<ListRequest['sort']>
  /** By the time of creation, where rows have one. */
  oldestFirst: NonNullable<ListRequest['sort']>
  isReport: boolean
}

/**
 * The lists of all declared pages.
 * @param size rows of a page
 */
export function listsOfPages(size: number): AskedList[] {
  const lists = [
    ...Object.values<AnyDocument>(registry.documents).flatMap(documentLists),
    ...Object.values<AnyMaster>(registry.masters).flatMap(masterLists),
    ...Object.values<AnyQuery>(registry.queries).flatMap(queryLists),
  ]
  return lists.map((list) => ({ ...list, fixed: { ...list.fixed, size } }))
}

function documentLists(definition: AnyDocument): AskedList[] {
  const lists = Object.entries(definition.pages).map(([path, page]): AskedList => {
    const source = page.kind === 'create' ? variantOnPage(definition, page).source : undefined
    const listed = source === undefined ? definition : documentDefinition(source.document)!
    const level = source === undefined ? (page.level ?? 'header') : 'line'
    const table = documentTable(listed)
    const order =
      source === undefined
        ? usualOrder(definition, page)
        : usualOrderOfSource(listed, source.states)
    const filters: Filter[] = []
    if (page.states !== undefined && source === undefined)
      filters.push({ field: 'state', operator: 'in', value: page.states })
    if (page.erpStates !== undefined && source === undefined)
      filters.push({ field: 'erpState', operator: 'in', value: page.erpStates })
    return {
      ...ofPage(path, 'documents', definition.name),
      method: source === undefined ? 'list' : 'sources/list',
      fixed: { page: path, level, filters, ...(level === 'header' && { withGoods: true }) },
      columns: level === 'line' ? table.lineColumns : table.headerColumns,
      filters: (source === undefined ? page.filters : page.sourceFilters) ?? ['docNo', 'state'],
      states: statesOfDocuments,
      lastFirst: order.map(({ field, direction }) => ({
        field,
        direction: direction === 'asc' ? 'desc' : 'asc',
      })),
      oldestFirst: [{ field: 'createdAt', direction: 'asc' }],
      isReport: false,
    }
  })
  // Documents of a page that makes them without a predecessor are not listed there.
  return lists.filter(({ method, page }) => method !== 'list' || !isPlainCreation(definition, page))
}

const isPlainCreation = ({ pages }: AnyDocument, path: string): boolean =>
  pages[path]!.kind === 'create'

function masterLists({ name, pages, fields, key }: AnyMaster): AskedList[] {
  return Object.entries(pages).map(([path, page]) => ({
    ...ofPage(path, 'masters', name),
    method: 'list',
    fixed: {},
    columns: fields,
    filters: page.filters ?? [...key],
    states: new Set(),
    lastFirst: key.map((field) => ({ field, direction: 'desc' })),
    oldestFirst: key.map((field) => ({ field, direction: 'desc' })),
    isReport: false,
  }))
}

function queryLists(definition: AnyQuery): AskedList[] {
  const { name, pages, fields, sort, parameters, ofMonth, states = {} } = definition
  const { source } = boundQueries[name as QueryName]
  const asked = Object.fromEntries(
    Object.entries(parameters ?? {}).map(([parameter, { kind }]) => [
      parameter,
      kind === 'instant' ? new Date().toISOString() : kind === 'flag' ? false : '',
    ]),
  )
  return Object.entries(pages).map(([path, page]) => ({
    ...ofPage(path, 'queries', name),
    method: 'list',
    fixed: {
      ...(parameters !== undefined && { parameters: asked }),
      ...(ofMonth !== undefined && {
        filters: [{ field: ofMonth, operator: 'eq' as const, value: lastMonth() }],
      }),
    },
    columns: fields,
    filters: page.filters ?? [],
    states: new Set(Object.keys(states)),
    lastFirst: [{ field: sort.field, direction: sort.direction === 'asc' ? 'desc' : 'asc' }],
    oldestFirst: [{ field: sort.field, direction: sort.direction === 'asc' ? 'desc' : 'asc' }],
    isReport: source.isReport === true || source.gathered !== undefined,
  }))
}

/** The last month that has ended. */
function lastMonth(): string {
  return periodOf(addDays(parseLocalDate(`${companyToday().slice(0, 8)}01`), -1))
}

function ofPage(page: string, subject: AskedList['subject'], name: string) {
  return { page, role: cataloguePage(page).role, subject, name, address: `/api/${subject}/${name}` }
}

/** A filter as the page sends it for a value of a row; null if the row has none. */
export function filterFor(
  name: string,
  { kind }: Pick<Field, 'kind'>,
  value: unknown,
  hasStates: boolean,
): Filter | null {
  if (value === null || value === undefined || value === '') return null
  const eq: Filter = { field: name, operator: 'eq', value }
  if (hasStates) return { field: name, operator: 'in', value: [value] }
  switch (kind) {
    case 'choice':
      return { field: name, operator: 'in', value: [value] }
    case 'reference':
    case 'flag':
      return eq
    case 'date':
    case 'instant': {
      const day = textOf(value).slice(0, 10)
      const ends = kind === 'date' ? [day, day] : [`${day}T00:00:00.000Z`, `${day}T23:59:59.999Z`]
      return { field: name, operator: 'between', value: ends }
    }
    case 'quantity':
    case 'money':
    case 'integer':
    case 'decimal':
      return { field: name, operator: 'gte', value }
    case 'text':
      return { field: name, operator: 'contains', value: textOf(value).slice(0, 100) }
    case 'list':
    case 'serialNumbers':
      return null
  }
}

const statesOfDocuments: ReadonlySet<string> = new Set([
  'state',
  'erpState',
  'lineErpState',
  'progress',
])
