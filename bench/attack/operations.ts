import type { Api } from './api.ts'

/** A JSON schema from the product's OpenAPI document; only the parts needed for samples. */
export interface Schema {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  format?: string
  pattern?: string
  minLength?: number
  minItems?: number
  minimum?: number
  default?: unknown
  examples?: unknown[]
}

/** One call of the OpenAPI document. */
export interface Operation {
  method: string
  /** With `{name}` for parameters. */
  path: string
  query: { name: string; schema: Schema; isRequired: boolean }[]
  body: Schema | undefined
  isMultipart: boolean
}

interface Described {
  paths: Record<
    string,
    Record<
      string,
      {
        parameters?: { in: string; name: string; schema: Schema; required?: boolean }[]
        requestBody?: { content: Record<string, { schema: Schema }> }
      }
    >
  >
}

/** Every call in the product's OpenAPI document. */
export async function readOperations(api: Api, token: string): Promise<Operation[]> {
  const { text, status } = await api.send({ method: 'GET', path: '/api/docs/json', token })
  if (status !== 200) throw new Error(`no OpenAPI document: ${status}`)
  const { paths } = JSON.parse(text) as Described
  const operations: Operation[] = []
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, described] of Object.entries(methods)) {
      const content = described.requestBody?.content ?? {}
      operations.push({
        method: method.toUpperCase(),
        path,
        query: (described.parameters ?? [])
          .filter((parameter) => parameter.in === 'query')
          .map(({ name, schema, required }) => ({ name, schema, isRequired: required === true })),
        body: content['application/json']?.schema,
        isMultipart: content['multipart/form-data'] !== undefined,
      })
    }
  }
  return operations
}

/** A minimal value the schema accepts, with all optional properties, so that each can be attacked. */
export function sampleOf(schema: Schema | undefined, depth = 0): unknown {
  if (schema === undefined || depth > 8) return undefined
  if (schema.examples !== undefined && schema.examples.length > 0) return schema.examples[0]
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  const choice = schema.anyOf ?? schema.oneOf
  if (choice !== undefined) return sampleOf(choice[0], depth + 1)
  if (schema.allOf !== undefined) {
    return Object.assign({}, ...schema.allOf.map((part) => sampleOf(part, depth + 1)))
  }
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, part]) => [
          name,
          sampleOf(part, depth + 1),
        ]),
      )
    case 'array':
      return [sampleOf(schema.items, depth + 1)].filter((item) => item !== undefined)
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1)
    case 'boolean':
      return false
    case 'string':
      if (schema.format === 'uuid') return '019a0000-0000-7000-8000-000000000000'
      if (schema.format === 'date') return '2026-01-01'
      if (schema.format === 'date-time') return '2026-01-01T00:00:00Z'
      return 'x'.repeat(Math.max(1, schema.minLength ?? 1))
    case 'null':
      return null
    case undefined:
    default:
      return 'x'
  }
}
