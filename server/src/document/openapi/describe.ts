import { setImmediate } from 'node:timers/promises'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import type { AnyMaster } from '@kufang/contract/document/declare/define-master.ts'
import type { AnyQuery } from '@kufang/contract/document/declare/define-query.ts'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import { registry } from '@kufang/contract/registry.ts'
import { operationOf, sharedParameters, type Described } from '../../platform/openapi/operation.ts'
import type { Paths, Schema } from '../../platform/openapi/open-api.ts'
import { SharedResponses } from '../../platform/openapi/shared-responses.ts'
import {
  describedPath,
  describedRoute,
  keyOfRoute,
  type CollectedRoute,
  type WordsOfRoutes,
} from '../../platform/openapi/route-operations.ts'
import { answerSchemas } from './answer-schemas.ts'
import type { Expansion } from './calls.ts'
import { documentExpansions, documentListSchemas } from './document-operations.ts'
import { documentSchemas, sharedDocumentSchemas } from './document-schemas.ts'
import { sharedListSchemas } from './list-schemas.ts'
import { masterExpansions, masterSchemas } from './master-operations.ts'
import { queryExpansions, querySchemas } from './query-operations.ts'
import { tagsOf } from './tags.ts'

const documents = Object.values<AnyDocument>(registry.documents)
const masters = Object.values<AnyMaster>(registry.masters)
const queries = Object.values<AnyQuery>(registry.queries)

/** Words of routes that belong to no declaration, by `METHOD /path`, and of their tags. */
export interface ApiWords {
  routeWords: WordsOfRoutes
  tagWords: Readonly<Record<string, Label>>
}

/** The general routes, of which each declaration has paths of its own. */
const general = /^\/api\/(documents|masters|queries)\/:name/

/** What the description says of a general route, one path for each declaration; undefined for other routes. */
function expansionsOf(route: CollectedRoute): Expansion[] | undefined {
  const kind = general.exec(route.url)?.[1]
  if (kind === undefined) return undefined
  const key = keyOfRoute(route)
  const expand = <Definition>(
    table: Readonly<Record<string, (definition: Definition) => Expansion[]>>,
    definitions: readonly Definition[],
  ): Expansion[] => {
    const described = table[key]
    if (described === undefined) throw new Error(`${key} is described nowhere (document/openapi)`)
    return definitions.flatMap(described)
  }
  if (kind === 'documents') return expand(documentExpansions, documents)
  if (kind === 'masters') return expand(masterExpansions, masters)
  return expand(queryExpansions, queries)
}

/**
 * The OpenAPI 3.1 description of all routes. The general routes of documents, masters and queries are described by the
 * paths of each declaration, which are the same addresses with its name: a request to a described path is served by the
 * general route. It lets other work run in between.
 * @param routes as registered
 * @param words what no declaration says
 * @throws if a route is described nowhere
 */
export async function describeApi(
  routes: readonly CollectedRoute[],
  { routeWords, tagWords }: ApiWords,
): Promise<Schema> {
  const responses = new SharedResponses()
  const named: Record<string, Schema> = {
    ...answerSchemas(),
    ...sharedListSchemas,
    ...sharedDocumentSchemas,
    ...responses.schemas,
    ...Object.assign({}, ...documents.map(documentSchemas)),
    ...Object.assign({}, ...documents.map(documentListSchemas)),
    ...Object.assign({}, ...masters.map(masterSchemas)),
    ...Object.assign({}, ...queries.map(querySchemas)),
  }
  const paths: Paths = {}
  const add = (path: string, { method }: CollectedRoute, described: Described) => {
    const operation = operationOf(described, responses, named)
    paths[path] = { ...paths[path], [method]: operation }
  }
  for (const route of routes) {
    // It takes long in all, and other requests must not wait for it.
    await setImmediate()
    const expansions = expansionsOf(route)
    if (expansions === undefined)
      add(describedPath(route.url), route, describedRoute(route, routeWords[keyOfRoute(route)]))
    else for (const { path, described } of expansions) add(path, route, described)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: '库房 kufang',
      version: '0.1.0',
      description: introduction,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    tags: tagsOf(paths, tagWords, [...documents, ...masters, ...queries]),
    paths: Object.fromEntries(
      Object.entries(paths).toSorted(([one], [other]) => (one < other ? -1 : 1)),
    ),
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: '登录后得到的令牌 / The token answered by signing in',
        },
      },
      parameters: sharedParameters,
      schemas: usedSchemas({ ...named, ...responses.schemas }, [paths, responses.responses]),
      responses: responses.responses,
    },
  }
}

/** The schemas that something refers to: not each declaration has calls for all of its schemas. */
function usedSchemas(
  schemas: Readonly<Record<string, Schema>>,
  users: readonly unknown[],
): Record<string, Schema> {
  const used = new Set<string>()
  const follow = (user: unknown): void => {
    for (const [, name = ''] of JSON.stringify(user).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (used.has(name)) continue
      used.add(name)
      follow(schemas[name])
    }
  }
  for (const user of users) follow(user)
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)))
}

const introduction = [
  '单据、主数据与查询各有路径；数量与金额是文本（精确小数），日期为 yyyy-MM-dd，时间为 ISO。',
  '成功时 resp_code 为 0，内容在 datas；拒绝时为 1，datas 含代码、参数与中英文文本。语言按 Accept-Language。',
  '',
  'Documents, masters and queries have paths of their own. Quantities and amounts are texts (exact decimals), dates are',
  'yyyy-MM-dd, times are ISO. A success has resp_code 0 and its content in datas; a refusal has 1, with code, parameters',
  'and text in both languages. The language of resp_msg follows Accept-Language.',
].join('\n')
