import { initialValue, writeJsonValue, writeUriLiteral } from './edm.ts'
import type { Row, Value } from './edm.ts'
import type { ExpandTree } from './query.ts'
import { followNavigation } from './service.ts'
import type { EntitySet, Service } from './service.ts'
import type { EntityJson } from './wire.ts'

/** The context needed for the URLs of entities. */
export interface ReplyContext {
  readonly service: Service
  /** `http://host/sap/opu/odata/sap/SERVICE/`, with the slash. */
  readonly root: string
}

/** `A_MaterialDocumentHeader(MaterialDocumentYear='2026',MaterialDocument='5000000012')`. */
export function entityAddress(set: EntitySet, row: Row): string {
  const single = set.keys.length === 1
  const parts = set.keys.map((property) => {
    const literal = writeUriLiteral(property, row[property.name] ?? initialValue(property))
    return single ? literal : `${property.name}=${literal}`
  })
  return `${set.name}(${parts.join(',')})`
}

/** The weak ETag of a row if its set has versions, else null. */
export function entityTag(set: EntitySet, row: Row): string | null {
  if (set.versionColumn === null) return null
  return `W/"datetimeoffset'${new Date(Number(row[set.versionColumn] ?? 0)).toISOString()}'"`
}

/** An entity as JSON: __metadata, columns, and each navigation expanded or deferred. */
export function entityJson(
  context: ReplyContext,
  set: EntitySet,
  row: Row,
  expand: ExpandTree,
  select: readonly string[] | null,
): EntityJson {
  const uri = context.root + entityAddress(set, row)
  const etag = entityTag(set, row)
  const json: EntityJson = {
    __metadata: {
      id: uri,
      uri,
      type: `${set.service}.${set.name}Type`,
      ...(etag === null ? {} : { etag }),
    },
  }
  const wanted = select === null ? null : new Set(select.map((name) => name.split('/')[0] ?? ''))
  const all = wanted === null || wanted.has('*')
  for (const property of set.properties) {
    if (!all && !wanted.has(property.name)) continue
    const value: Value = row[property.name] ?? initialValue(property)
    json[property.name] = writeJsonValue(property, value, set.padDecimals)
  }
  for (const navigation of set.navigations.values()) {
    if (!all && !wanted.has(navigation.name)) continue
    const below = expand.get(navigation.name)
    if (below === undefined) {
      json[navigation.name] = { __deferred: { uri: `${uri}/${navigation.name}` } }
      continue
    }
    const target = context.service.sets.get(navigation.target)
    if (target === undefined) throw new Error(`no set ${navigation.target}`)
    const inner = innerSelect(select, navigation.name)
    const rows = followNavigation(context.service, navigation, row)
    const entities = rows.map((each) => entityJson(context, target, each, below, inner))
    json[navigation.name] = navigation.many ? { results: entities } : (entities[0] ?? null)
  }
  return json
}

// '$select=to_Item/Material' selects below the navigation; '$select=to_Item' selects everything below.
function innerSelect(select: readonly string[] | null, name: string): readonly string[] | null {
  if (select === null || select.includes(name)) return null
  const prefix = `${name}/`
  const inner = select.filter((path) => path.startsWith(prefix))
  return inner.length === 0 ? null : inner.map((path) => path.slice(prefix.length))
}
