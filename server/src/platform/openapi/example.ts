import type { Schema } from './open-api.ts'

/** Schemas by name, to follow references. */
type Schemas = Readonly<Record<string, Schema>>

const texts: Readonly<Record<string, string>> = {
  uuid: '0199f3c2-6f0a-7c11-9d54-2f6a3b1c8e10',
  date: '2026-11-25',
  'date-time': '2026-11-25T08:00:00.000Z',
  uri: 'https://example.com/',
}

/**
 * An example that fits a schema, from the examples of its parts; undefined if a part has a pattern and no example.
 * @param isWhole also what may be left out, as an answer has it; otherwise only what a request must contain
 */
export function exampleOf(schema: Schema, schemas: Schemas, isWhole: boolean): unknown {
  const inner = (part: unknown) => exampleOf(part as Schema, schemas, isWhole)
  const { $ref, examples, allOf, oneOf, anyOf, properties, items } = schema
  if (Array.isArray(examples)) return examples[0]
  if (typeof $ref === 'string') return inner(schemas[$ref.slice($ref.lastIndexOf('/') + 1)])
  if ('const' in schema) return schema['const']
  if ('default' in schema) return schema['default']
  if (Array.isArray(schema['enum'])) return schema['enum'][0] as unknown
  if (Array.isArray(allOf))
    return Object.assign({}, ...allOf.map((part) => inner(part) as object)) as unknown
  if (Array.isArray(oneOf)) return inner(oneOf[0])
  if (Array.isArray(anyOf)) return inner(anyOf[0])
  switch (typeOf(schema)) {
    case 'object': {
      const required = (schema['required'] ?? []) as readonly string[]
      const made = Object.entries((properties ?? {}) as Schemas)
        .filter(([name]) => isWhole || required.includes(name))
        .map(([name, part]) => [name, inner(part)] as const)
      if (made.some(([, value]) => value === undefined)) return undefined
      return Object.fromEntries(made)
    }
    case 'array': {
      const isNeeded = isWhole || typeof schema['minItems'] === 'number'
      if (items === undefined || !isNeeded) return []
      const item = inner(items)
      return item === undefined ? undefined : [item]
    }
    case 'integer':
    case 'number':
      return (schema['minimum'] ?? 1) as unknown
    case 'boolean':
      return true
    case 'string': {
      const { format, pattern } = schema
      if (typeof format === 'string') return texts[format]
      return pattern === undefined ? '…'.slice(0, Number(schema['maxLength'] ?? 1)) : undefined
    }
    default:
      return null
  }
}

function typeOf({ type }: Schema): unknown {
  return Array.isArray(type) ? type[0] : type
}
