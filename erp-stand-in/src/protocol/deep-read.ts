import { readJsonValue } from './edm.ts'
import type { Row } from './edm.ts'
import { ODataError } from './odata-error.ts'
import type { DeepRow, EntitySet, Service } from './service.ts'

/**
 * Reads an entity from a request body: only the columns sent, each checked against its type; deep-inserted rows as an
 * array or as `{results: [...]}`. An unknown name causes a 400.
 */
export function readDeepRow(service: Service, set: EntitySet, body: unknown): DeepRow {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new ODataError(
      400,
      'CX_SXML_PARSE_ERROR',
      'Error while parsing an XML stream: object expected',
    )
  }
  const row: Row = {}
  const children = new Map<string, readonly DeepRow[]>()
  for (const [name, value] of Object.entries(body) as [string, unknown][]) {
    if (name === '__metadata') continue
    const property = set.byName.get(name)
    if (property !== undefined) {
      row[name] = readJsonValue(property, value)
      continue
    }
    const navigation = set.navigations.get(name)
    if (navigation === undefined) {
      const text = `Property '${name}' is invalid in type ${set.name}Type`
      throw new ODataError(400, 'CX_SXML_PARSE_ERROR', text)
    }
    const target = service.sets.get(navigation.target)
    if (target === undefined) throw new Error(`no set ${navigation.target}`)
    const rows = childRows(value)
    if (rows !== null)
      children.set(
        name,
        rows.map((each) => readDeepRow(service, target, each)),
      )
  }
  return { row, children }
}

function childRows(value: unknown): readonly unknown[] | null {
  if (value === null || value === undefined) return null
  if (Array.isArray(value)) return value
  if (typeof value === 'object' && 'results' in value && Array.isArray(value.results)) {
    return value.results
  }
  // A deferred link sent back by a client adds nothing.
  if (typeof value === 'object' && '__deferred' in value) return null
  return [value]
}
