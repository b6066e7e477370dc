import type { StandIn } from '../system.ts'
import type { Row, Value } from './edm.ts'
import { atomDocument, atomFeed } from './atom.ts'
import { readDeepRow } from './deep-read.ts'
import { literalValue, readLiteral } from './literal.ts'
import { metadataXml, serviceDocumentXml } from './metadata.ts'
import { ODataError } from './odata-error.ts'
import { parseQuery, runQuery } from './query.ts'
import type { Page, Query } from './query.ts'
import { emptyReply, jsonReply, textReply } from './reply.ts'
import type { Reply } from './reply.ts'
import { wantsJson } from './request.ts'
import type { StandInRequest } from './request.ts'
import { resolvePath } from './resource-path.ts'
import type { Resource } from './resource-path.ts'
import { entityAddress, entityJson, entityTag } from './serialize.ts'
import type { ReplyContext } from './serialize.ts'
import type { Ability, EntitySet, FunctionImport, Service, WriteContext } from './service.ts'

/** The context of a service call. */
export interface ServiceCall {
  readonly system: StandIn
  readonly service: Service
  readonly request: StandInRequest
  /** The part of the path after the service root. */
  readonly path: string
  readonly root: string
  readonly user: string
  readonly language: string
}

/** Answers a request to a service; errors are thrown as ODataError. */
export function handleServiceCall(call: ServiceCall): Reply {
  const { service, request, path } = call
  const resource = resolvePath(service, path)
  if (resource.kind === 'function') return callFunction(call, resource.name)
  switch (request.method) {
    case 'GET':
    case 'HEAD':
      return read(call, resource)
    case 'POST':
      return create(call, resource)
    case 'MERGE':
    case 'PATCH':
    case 'PUT':
      return update(call, resource)
    case 'DELETE':
      return remove(call, resource)
    default:
      throw methodNotAllowed(request.method)
  }
}

function read(call: ServiceCall, resource: Resource): Reply {
  const { service, request, root, system } = call
  const json = wantsJson(request)
  switch (resource.kind) {
    case 'service': {
      if (!json) return textReply(200, 'application/atomsvc+xml', serviceDocumentXml(service, root))
      return jsonReply(200, { d: { EntitySets: [...service.sets.keys()] } })
    }
    case 'metadata':
      return textReply(200, 'application/xml', metadataXml(service))
    case 'collection': {
      const query = parseQuery(service, resource.set, request.options)
      if (resource.count) {
        const counted = runQuery(
          resource.set,
          query,
          system.settings.pageSize,
          resource.rows ?? undefined,
        )
        return textReply(200, 'text/plain', String(counted.total))
      }
      const page = runQuery(
        resource.set,
        query,
        system.settings.pageSize,
        resource.rows ?? undefined,
      )
      return collectionReply(call, resource.set, query, page)
    }
    case 'entity': {
      const query = parseQuery(service, resource.set, request.options)
      return entityReply(call, 200, resource.set, resource.row, query)
    }
    case 'function':
      throw methodNotAllowed(request.method)
    default:
      return resource satisfies never
  }
}

function collectionReply(call: ServiceCall, set: EntitySet, query: Query, page: Page): Reply {
  const context = replyContext(call)
  const entities = page.rows.map((row) => entityJson(context, set, row, query.expand, query.select))
  const next = page.nextSkip === null ? null : nextAddress(call, query, page)
  if (!wantsJson(call.request)) {
    return textReply(
      200,
      'application/atom+xml;type=feed',
      atomFeed(entities, call.root + call.path, next),
    )
  }
  return jsonReply(200, {
    d: {
      ...(query.countAll ? { __count: String(page.total) } : {}),
      results: entities,
      ...(next === null ? {} : { __next: next }),
    },
  })
}

// $top is reduced on each page; $skip is already part of the token.
function nextAddress(call: ServiceCall, query: Query, page: Page): string {
  const options = new URLSearchParams(call.request.options)
  options.delete('$skip')
  options.set('$skiptoken', String(page.nextSkip))
  if (query.top !== null) options.set('$top', String(query.top - page.rows.length))
  return `${call.root}${call.path}?${options.toString()}`
}

function entityReply(
  call: ServiceCall,
  status: number,
  set: EntitySet,
  row: Row,
  query: Pick<Query, 'expand' | 'select'>,
): Reply {
  const entity = entityJson(replyContext(call), set, row, query.expand, query.select)
  const etag = entityTag(set, row)
  const headers: Record<string, string> = etag === null ? {} : { etag }
  if (status === 201) headers.location = call.root + entityAddress(set, row)
  if (wantsJson(call.request)) return jsonReply(status, { d: entity }, headers)
  return textReply(status, 'application/atom+xml;type=entry', atomDocument(entity), headers)
}

function create(call: ServiceCall, resource: Resource): Reply {
  const { service, request } = call
  if (resource.kind !== 'collection' || resource.rows !== null) throw methodNotAllowed('POST')
  requireAbility(resource.set, 'create')
  if (service.create === undefined) throw methodNotAllowed('POST')
  const entity = readDeepRow(service, resource.set, parseBody(request))
  const row = service.create(resource.set, entity, writeContext(call))
  // A deep insert returns the inserted rows, so the sent children are expanded.
  const expand = new Map([...entity.children.keys()].map((name) => [name, new Map()] as const))
  return entityReply(call, 201, resource.set, row, { expand, select: null })
}

function update(call: ServiceCall, resource: Resource): Reply {
  const { service, request } = call
  if (resource.kind !== 'entity') throw methodNotAllowed(request.method)
  requireAbility(resource.set, 'update')
  const { row: changed } = readDeepRow(service, resource.set, parseBody(request))
  checkVersion(call, resource.set, resource.row)
  call.system.database.transact((transaction) =>
    service.update?.(resource.set, resource.row, changed, transaction),
  )
  return emptyReply(204)
}

function remove(call: ServiceCall, resource: Resource): Reply {
  if (resource.kind !== 'entity') throw methodNotAllowed('DELETE')
  requireAbility(resource.set, 'delete')
  checkVersion(call, resource.set, resource.row)
  call.system.database.transact((transaction) =>
    call.service.remove?.(resource.set, resource.row, transaction),
  )
  return emptyReply(204)
}

function checkVersion(call: ServiceCall, set: EntitySet, row: Row): void {
  const current = entityTag(set, row)
  if (current === null) return
  const sent = call.request.header('if-match')
  if (sent === undefined) {
    const status = call.system.settings.missingIfMatchStatus
    throw new ODataError(
      status,
      '/IWBEP/CM_MGW_RT/197',
      'Precondition required: If-Match header missing',
    )
  }
  if (sent.trim() !== '*' && sent.trim() !== current) {
    throw new ODataError(412, '/IWBEP/CM_MGW_RT/198', 'Precondition failed: the entity was changed')
  }
}

function callFunction(call: ServiceCall, name: string): Reply {
  const definition = call.service.functions.get(name)
  if (definition === undefined) throw methodNotAllowed(call.request.method)
  if (call.request.method !== definition.method) throw methodNotAllowed(call.request.method)
  const values = functionArguments(call.request, definition)
  const versioned = definition.versioned?.(values)
  const changed = versioned && call.service.sets.get(versioned.set)
  const row = changed?.table.byKey(changed.table.keyFrom(versioned?.keys ?? []))
  if (changed !== undefined && row !== undefined) checkVersion(call, changed, row)
  const result = definition.run(values, writeContext(call))
  if (result.kind === 'complex') {
    const type = `${call.service.name}.Messages`
    const results = result.results.map((each) => ({ __metadata: { type }, ...each }))
    return jsonReply(200, { d: { results } })
  }
  const set = call.service.sets.get(result.set)
  if (set === undefined) throw new Error(`no set ${result.set}`)
  const plain = entityReply(call, 200, set, result.row, { expand: new Map(), select: null })
  if (call.system.settings.cancelShape === 'plain' || plain.body.kind !== 'json') return plain
  const entity = entityJson(replyContext(call), set, result.row, new Map(), null)
  return jsonReply(200, { d: { [name]: entity } })
}

function functionArguments(
  request: StandInRequest,
  definition: FunctionImport,
): Map<string, Value> {
  const values = new Map<string, Value>()
  for (const parameter of definition.parameters) {
    const text = request.options.get(parameter.name)
    if (text === null) continue
    const read = readLiteral(text)
    if (read === null || read.length !== text.length) {
      const problem = `Invalid value '${text}' for parameter '${parameter.name}'`
      throw new ODataError(400, '/IWBEP/CM_MGW_RT/176', problem)
    }
    values.set(parameter.name, literalValue(parameter, read.literal))
  }
  return values
}

function parseBody(request: StandInRequest): unknown {
  const type = request.header('content-type') ?? ''
  if (!type.includes('json')) {
    throw new ODataError(415, '/IWBEP/CM_MGW_RT/415', `Content type '${type}' is not supported`)
  }
  try {
    const body: unknown = JSON.parse(request.body)
    return typeof body === 'object' && body !== null && 'd' in body ? body.d : body
  } catch {
    throw new ODataError(400, 'CX_SXML_PARSE_ERROR', 'Error while parsing an XML stream')
  }
}

function requireAbility(set: EntitySet, ability: Ability): void {
  if (!set.abilities.has(ability)) {
    const text = `Operation '${ability}' is not supported for entity set '${set.name}'`
    throw new ODataError(405, '/IWBEP/CM_MGW_RT/021', text)
  }
}

function methodNotAllowed(method: string): ODataError {
  return new ODataError(
    405,
    '/IWBEP/CM_MGW_RT/020',
    `Method ${method} not allowed for this resource`,
  )
}

function replyContext(call: ServiceCall): ReplyContext {
  return { service: call.service, root: call.root }
}

function writeContext(call: ServiceCall): WriteContext {
  return { user: call.user, language: call.language, database: call.system.database }
}
