import { z } from 'zod'
import type { Parameter, Schema } from './open-api.ts'

/**
 * The JSON schema of a zod schema.
 * @param io what is sent (defaults may be left out) or what is answered
 */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const {
    $schema: _dialect,
    $defs: _recursive,
    ...made
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
  }) as Record<string, unknown>
  return plain(made) as Schema
}

/**
 * Without the patterns of formats, which repeat what the format says, the limits of safe integers, and the promise that an
 * answer will never have more. Only a schema of any JSON refers to itself: it is any value.
 */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  if ('$ref' in value && String(value.$ref).startsWith('#/$defs/')) return {}
  const entries = Object.entries(value).filter(
    ([name, inner]) =>
      !(name === 'pattern' && 'format' in value) &&
      !(name === 'additionalProperties' && inner === false) &&
      !(typeof inner === 'number' && Math.abs(inner) === Number.MAX_SAFE_INTEGER),
  )
  return Object.fromEntries(entries.map(([name, inner]) => [name, plain(inner)]))
}

/** The parameters of an object schema in path or query. */
export function parametersOf(schema: unknown, place: 'path' | 'query'): Parameter[] {
  if (!(schema instanceof z.ZodType)) return []
  const { properties = {}, required = [] } = jsonSchemaOf(schema, 'input') as {
    properties?: Record<string, Schema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, declared]) => {
    const { description, examples, ...rest } = declared
    return {
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      description: typeof description === 'string' ? description : name,
      schema: rest,
      ...(Array.isArray(examples) ? { example: examples[0] as unknown } : {}),
    }
  })
}
