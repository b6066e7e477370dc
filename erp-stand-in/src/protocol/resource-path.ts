import { ODataError } from './odata-error.ts'
import { literalValue, readLiteral } from './literal.ts'
import type { Row } from './edm.ts'
import { followNavigation } from './service.ts'
import type { EntitySet, Service } from './service.ts'

/** The target of a path within a service. */
export type Resource =
  | { readonly kind: 'service' }
  | { readonly kind: 'metadata' }
  | { readonly kind: 'function'; readonly name: string }
  | {
      readonly kind: 'collection'
      readonly set: EntitySet
      /** The rows reached by a navigation; null for the whole set. */
      readonly rows: Row[] | null
      readonly count: boolean
    }
  | { readonly kind: 'entity'; readonly set: EntitySet; readonly row: Row }

/** Resolves the part of a path after the service root. */
export function resolvePath(service: Service, path: string): Resource {
  if (path === '') return { kind: 'service' }
  if (path === '$metadata') return { kind: 'metadata' }
  const segments = splitSegments(path)
  const [first = ''] = segments
  if (segments.length === 1 && service.functions.has(first))
    return { kind: 'function', name: first }
  const [name, keys] = splitKeys(first)
  const set = service.sets.get(name)
  if (set === undefined) throw segmentNotFound(name)
  let resource: Resource =
    keys === null
      ? { kind: 'collection', set, rows: null, count: false }
      : { kind: 'entity', set, row: findByKeys(set, keys) }
  for (const segment of segments.slice(1)) resource = step(service, resource, segment)
  return resource
}

function step(service: Service, from: Resource, segment: string): Resource {
  if (segment === '$count' && from.kind === 'collection') return { ...from, count: true }
  if (from.kind !== 'entity') throw segmentNotFound(segment)
  const [name, keys] = splitKeys(segment)
  const navigation = from.set.navigations.get(name)
  const target = service.sets.get(navigation?.target ?? '')
  if (navigation === undefined || target === undefined) throw segmentNotFound(segment)
  const rows = followNavigation(service, navigation, from.row)
  if (keys !== null) return { kind: 'entity', set: target, row: findByKeys(target, keys) }
  if (navigation.many) return { kind: 'collection', set: target, rows, count: false }
  const [row] = rows
  if (row === undefined) throw entityNotFound(target)
  return { kind: 'entity', set: target, row }
}

/** Splits at slashes outside quotes and decodes each segment. */
function splitSegments(path: string): string[] {
  const decoded = decodeURIComponent(path)
  const segments: string[] = []
  let quoted = false
  let current = ''
  for (const character of decoded) {
    if (character === "'") quoted = !quoted
    if (character === '/' && !quoted) {
      segments.push(current)
      current = ''
    } else {
      current += character
    }
  }
  segments.push(current)
  return segments.filter((segment) => segment !== '')
}

function splitKeys(segment: string): [name: string, keys: string | null] {
  const open = segment.indexOf('(')
  if (open === -1) return [segment, null]
  if (!segment.endsWith(')')) throw segmentNotFound(segment)
  return [segment.slice(0, open), segment.slice(open + 1, -1)]
}

/** Parses `'4500000001'` or `PurchaseOrder='4500000001',PurchaseOrderItem='10'`. */
function findByKeys(set: EntitySet, text: string): Row {
  const values = new Map<string, string | number | boolean | null>()
  let rest = text.trim()
  while (rest !== '') {
    const named = /^([A-Za-z_]\w*)\s*=\s*/.exec(rest)
    const name = named?.[1] ?? set.keys[0]?.name ?? ''
    const property = set.byName.get(name)
    const isKey = set.keys.some((key) => key.name === name)
    if (property === undefined || !isKey || (named === null && set.keys.length > 1)) {
      throw invalidKey(set, text)
    }
    rest = rest.slice(named?.[0].length ?? 0)
    const read = readLiteral(rest)
    if (read === null) throw invalidKey(set, text)
    values.set(name, literalValue(property, read.literal))
    rest = rest
      .slice(read.length)
      .replace(/^\s*,\s*/, '')
      .trim()
  }
  const ordered = set.keys.map((key) => values.get(key.name))
  if (ordered.some((value) => value === undefined)) throw invalidKey(set, text)
  const row = set.table.byKey(set.table.keyFrom(ordered.map((value) => value ?? '')))
  if (row === undefined) throw entityNotFound(set)
  return row
}

function invalidKey(set: EntitySet, text: string): ODataError {
  return new ODataError(
    400,
    '005056A509B11EE1B9A8FEC11C21BF8E',
    `Invalid key predicate type for '${set.name}': (${text})`,
  )
}

export function entityNotFound(set: EntitySet): ODataError {
  return new ODataError(
    404,
    '/IWBEP/CM_MGW_RT/020',
    `Resource not found for segment '${set.name}Type'`,
  )
}

function segmentNotFound(segment: string): ODataError {
  return new ODataError(
    404,
    '005056A509B11EE1B9A8FEC11C23378E',
    `Resource not found for the segment '${segment}'`,
  )
}
