import type { FastifySchema, RouteOptions } from 'fastify'
import { z } from 'zod'
import { jsonSchemaOf, parametersOf } from './json-schema.ts'
import { camel, type Method, type Schema } from './open-api.ts'
import type { Described } from './operation.ts'

/** A registered route. */
export interface CollectedRoute {
  method: Method
  /** As registered: `/api/documents/:name`. */
  url: string
  schema: FastifySchema & { tags?: readonly string[]; consumes?: readonly string[] }
  config: { access?: 'public' | 'anySession'; roles?: readonly string[] }
}

/** What the schemas of a route do not say. */
export interface RouteWords {
  zh: string
  en: string
  /** What it answers in `datas`, or the media type of a file; where the route has no response schema. */
  answer?: z.ZodType | { file: string }
  /** A body, where its schema has patterns or refinements that no example can be made for. */
  example?: unknown
  /** Codes it may be refused with, besides those of every call. */
  codes?: readonly string[]
  /** It is done once per `Idempotency-Key`. */
  isOnce?: boolean
  /** Roles that the handler checks. */
  roles?: readonly string[]
}

/** Words by `METHOD /path`. */
export type WordsOfRoutes = Readonly<Record<string, RouteWords>>

export const keyOfRoute = ({ method, url }: Pick<CollectedRoute, 'method' | 'url'>): string =>
  `${method.toUpperCase()} ${url}`

/** The path as a description writes it: `/api/documents/{name}`. */
export const describedPath = (url: string): string => url.replaceAll(/:(\w+)/g, '{$1}')

const methods: readonly string[] = ['get', 'post', 'put', 'delete'] satisfies Method[]

/** The routes of the API that one registration makes; hidden ones and those that are no call of the API are left out. */
export function collectedRoutes({
  method,
  url,
  schema = {},
  config = {},
}: RouteOptions): CollectedRoute[] {
  if (!url.startsWith('/api/') || (schema as { hide?: boolean }).hide === true) return []
  return [method]
    .flat()
    .map((name) => name.toLowerCase())
    .filter((name) => methods.includes(name))
    .map((name) => ({ method: name as Method, url, schema, config }))
}

/**
 * What is said of a route by its schemas and words.
 * @throws if it has no words, or nothing says what it answers
 */
export function describedRoute(route: CollectedRoute, words: RouteWords | undefined): Described {
  const key = keyOfRoute(route)
  if (words === undefined) throw new Error(`${key} has no words (route-words.ts)`)
  const { schema, config, method, url } = route
  const roles = words.roles ?? config.roles
  return {
    operationId: camel(`${method} ${url.replace('/api/', '')}`),
    summary: { zh: words.zh, en: words.en },
    tag: schema.tags?.[0] ?? 'api',
    parameters: [
      ...parametersOf(schema.params, 'path'),
      ...parametersOf(schema.querystring, 'query'),
    ],
    ...bodyOf(route, words),
    answer: answerOf(key, schema, words),
    codes: words.codes ?? [],
    roles: roles ?? (config.access === 'public' ? 'public' : 'anybody'),
    ...(words.isOnce === true ? { isOnce: true } : {}),
  }
}

/** A file of a form. */
const fileForm: Schema = {
  type: 'object',
  properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
}

function bodyOf({ schema }: CollectedRoute, { example }: RouteWords): Pick<Described, 'body'> {
  const { body, consumes } = schema
  const mediaType = consumes?.[0]
  if (!(body instanceof z.ZodType))
    return mediaType === undefined ? {} : { body: { mediaType, schema: fileForm } }
  return {
    body: {
      schema: jsonSchemaOf(body, 'input'),
      isOptional: body.safeParse(undefined).success,
      ...(example === undefined ? {} : { example }),
      ...(mediaType === undefined ? {} : { mediaType }),
    },
  }
}

function answerOf(
  key: string,
  { response }: FastifySchema,
  { answer }: RouteWords,
): Described['answer'] {
  const declared = (response as Record<string, unknown> | undefined)?.['200']
  if (declared instanceof z.ZodType) {
    const { properties = {}, examples } = jsonSchemaOf(declared, 'output') as {
      properties?: Record<string, Schema>
      examples?: { datas: unknown }[]
    }
    const example = examples?.[0]?.datas
    return { datas: properties['datas']!, ...(example === undefined ? {} : { example }) }
  }
  if (answer === undefined) throw new Error(`${key}: nothing says what it answers`)
  return answer instanceof z.ZodType ? { datas: jsonSchemaOf(answer, 'output') } : answer
}
