import { z } from 'zod'
import type { Operation, Paths, Schema } from '../../../platform/openapi/open-api.ts'

/** What a request was answered with. */
export interface Answered {
  method: string
  path: string
  status: number
  /** JSON. */
  body: string
}

/**
 * Answers of described calls that are not as the description says.
 * @param description the text of /api/openapi.json
 */
export function unlikeDescribed(description: string, answers: readonly Answered[]): string[] {
  const { paths, components } = JSON.parse(
    description.replaceAll('#/components/schemas/', '#/$defs/'),
  ) as {
    paths: Paths
    components: { schemas: Record<string, Schema>; responses: Record<string, Schema> }
  }
  const operationOf = operationFinder(paths)
  const found = answers.map((answer) => {
    const operation = operationOf(answer.method, answer.path)
    const schema = operation && responseSchema(operation, components.responses, answer.status)
    return { ...answer, operation, schema }
  })
  const typeOf = typesOf(
    found.flatMap(({ schema }) => (schema === undefined ? [] : [schema])),
    components.schemas,
  )
  return found.flatMap(({ method, path, status, body, operation, schema }) => {
    // Addresses that are served and lead nowhere, such as an action of the system, are not described.
    if (operation === undefined) return []
    if (schema === undefined) return [`${method} ${path}: ${status} is not described`]
    const outcome = typeOf(schema).safeParse(JSON.parse(body))
    return outcome.success
      ? []
      : [`${method} ${path}: ${z.prettifyError(outcome.error).slice(0, 600)}`]
  })
}

/** Converts schemas together, because each conversion copies all components. */
function typesOf(
  schemas: readonly Schema[],
  components: Readonly<Record<string, Schema>>,
): (schema: Schema) => z.ZodType {
  const properties = Object.fromEntries(
    [...new Set(schemas)].map((schema, index) => [`answer${index}`, schema]),
  )
  const names = new Map(Object.entries(properties).map(([name, schema]) => [schema, name]))
  const all = z.fromJSONSchema({
    type: 'object',
    properties,
    required: Object.keys(properties),
    $defs: components,
  } as never) as z.ZodObject<Record<string, z.ZodType>>
  return (schema) => all.shape[names.get(schema)!]!
}

/** Finds the described operation of a request: the fixed path, or the one with parameters. */
function operationFinder(paths: Paths): (method: string, path: string) => Operation | undefined {
  const byLength = Map.groupBy(
    Object.keys(paths).map((described) => ({ described, wanted: described.split('/') })),
    ({ wanted }) => wanted.length,
  )
  const known = new Map<string, string>()
  const describedOf = (path: string): string => {
    const given = path.split('/')
    const found = (byLength.get(given.length) ?? []).filter(({ wanted }) =>
      wanted.every((part, index) => part.startsWith('{') || part === given[index]),
    )
    const [best] = found
      .map(({ described }) => described)
      .toSorted((one, other) => one.split('{').length - other.split('{').length)
    return best ?? ''
  }
  return (method, path) => {
    const described = known.get(path) ?? describedOf(path)
    known.set(path, described)
    return (paths[described] as Record<string, Operation> | undefined)?.[method]
  }
}

function responseSchema(
  operation: Operation,
  responses: Readonly<Record<string, Schema>>,
  status: number,
): Schema | undefined {
  const found = operation.responses[String(status)]
  const reference = found?.['$ref']
  const name = typeof reference === 'string' ? reference.replace('#/components/responses/', '') : ''
  const response = name === '' ? found : responses[name]
  const { content = {} } = (response ?? {}) as { content?: Record<string, { schema: Schema }> }
  return content['application/json']?.schema
}
