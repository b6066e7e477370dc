import { initialValue } from './edm.ts'
import type { Row } from './edm.ts'
import { compareValues, parseFilter } from './filter.ts'
import type { Filter } from './filter.ts'
import { ODataError } from './odata-error.ts'
import type { EntitySet, Service } from './service.ts'

/** A tree of names to expand. */
export type ExpandTree = Map<string, ExpandTree>

export interface Query {
  readonly filter: Filter | null
  readonly order: readonly { readonly name: string; readonly descending: boolean }[]
  readonly top: number | null
  readonly skip: number
  readonly countAll: boolean
  readonly expand: ExpandTree
  readonly select: readonly string[] | null
}

/** A page of rows, and the start of the next one (null: last page). */
export interface Page {
  readonly rows: readonly Row[]
  readonly total: number
  readonly nextSkip: number | null
}

/** Parses the system query options of a URL; unknown names cause a 400, as in the gateway. */
export function parseQuery(service: Service, set: EntitySet, options: URLSearchParams): Query {
  const filterText = options.get('$filter')?.trim() ?? ''
  const inlineCount = options.get('$inlinecount') ?? 'none'
  if (inlineCount !== 'none' && inlineCount !== 'allpages') {
    throw new ODataError(400, '/IWBEP/CM_MGW_RT/178', `Invalid value for $inlinecount`)
  }
  return {
    filter: filterText === '' ? null : parseFilter(filterText, set.byName),
    order: parseOrder(set, options.get('$orderby')),
    top: readCount(options, '$top'),
    skip: readCount(options, '$skiptoken') ?? readCount(options, '$skip') ?? 0,
    countAll: inlineCount === 'allpages',
    expand: parseExpand(service, set, options.get('$expand')),
    select: parseSelect(set, options.get('$select')),
  }
}

function readCount(options: URLSearchParams, name: string): number | null {
  const text = options.get(name)
  if (text === null) return null
  if (!/^\d+$/.test(text)) {
    throw new ODataError(400, '/IWBEP/CM_MGW_RT/178', `Invalid value '${text}' for ${name}`)
  }
  return Number(text)
}

function parseOrder(set: EntitySet, text: string | null): Query['order'] {
  if (text === null || text.trim() === '') return []
  return text.split(',').map((part) => {
    const [name = '', direction = 'asc'] = part.trim().split(/\s+/)
    requireProperty(set, name)
    return { name, descending: direction.toLowerCase() === 'desc' }
  })
}

function parseSelect(set: EntitySet, text: string | null): readonly string[] | null {
  if (text === null || text.trim() === '' || text.trim() === '*') return null
  const names = text.split(',').map((part) => part.trim())
  for (const name of names) {
    const [first = ''] = name.split('/')
    if (first !== '*' && !set.navigations.has(first)) requireProperty(set, first)
  }
  return names
}

function parseExpand(service: Service, set: EntitySet, text: string | null): ExpandTree {
  const tree: ExpandTree = new Map()
  if (text === null || text.trim() === '') return tree
  for (const path of text.split(',')) {
    let branch = tree
    let current: EntitySet | undefined = set
    for (const name of path.trim().split('/')) {
      const navigation = current?.navigations.get(name)
      if (navigation === undefined) throw propertyError(current?.name ?? set.name, name)
      current = service.sets.get(navigation.target)
      const below: ExpandTree = branch.get(name) ?? new Map()
      branch.set(name, below)
      branch = below
    }
  }
  return tree
}

function requireProperty(set: EntitySet, name: string): void {
  if (!set.byName.has(name)) throw propertyError(set.name, name)
}

function propertyError(set: string, name: string): ODataError {
  return new ODataError(
    400,
    '005056A509B11EE1B9A8FEC11C21D78E',
    `Property ${name} not found in type ${set}Type`,
  )
}

/** Runs a query over the rows of a set (or over `rows` reached by a navigation). */
export function runQuery(set: EntitySet, query: Query, pageSize: number, rows?: Row[]): Page {
  let found = rows ?? candidates(set, query.filter)
  const { filter } = query
  if (filter !== null) found = found.filter((row) => filter.matches(row))
  if (query.order.length > 0) found = sorted(set, found, query)
  const total = found.length
  const wanted = query.top ?? Number.POSITIVE_INFINITY
  const size = Math.min(wanted, pageSize)
  const page = found.slice(query.skip, query.skip + size)
  const end = query.skip + page.length
  const more = end < total && page.length < wanted
  return { rows: page, total, nextSkip: more ? end : null }
}

function candidates(set: EntitySet, filter: Filter | null): Row[] {
  for (const [column, value] of filter?.equalities ?? []) {
    if (set.table.isIndexed(column)) return set.table.where(column, value)
  }
  return set.table.all()
}

function sorted(set: EntitySet, rows: Row[], query: Query): Row[] {
  const columns = query.order.map(({ name, descending }) => {
    const property = set.byName.get(name)
    const initial = property === undefined ? null : initialValue(property)
    const numeric = property?.kind === 'decimal' || property?.form === 'numeric'
    return { name, descending, initial, numeric }
  })
  return rows.toSorted((a, b) => {
    for (const { name, descending, initial, numeric } of columns) {
      const order = compareValues(a[name] ?? initial, b[name] ?? initial, numeric)
      if (order !== 0) return descending ? -order : order
    }
    return 0
  })
}
