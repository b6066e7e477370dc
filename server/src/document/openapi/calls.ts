import type { Area } from '@kufang/contract/document/declare/area.ts'
import type { Described } from '../../platform/openapi/operation.ts'
import { camel, type Parameter, type Schema } from '../../platform/openapi/open-api.ts'

/** A described call: its path with what is said of it; the method is that of the route. */
export interface Expansion {
  path: string
  described: Described
}

/** What is said of general routes for each declaration, by `METHOD /path`. */
export type Expansions<Definition> = Readonly<
  Record<string, (definition: Definition) => Expansion[]>
>

export const object = (
  properties: Readonly<Record<string, Schema>>,
  required: readonly string[] = [],
): Schema => ({
  type: 'object',
  ...(required.length === 0 ? {} : { required }),
  properties,
})

export const documentId: Parameter = { $ref: '#/components/parameters/DocumentId' }
export const workbook = {
  file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

type Call = Omit<Described, 'operationId' | 'tag'> & { suffix: string; path: string }

/**
 * A call of a document type, below its path.
 * @param call `suffix` is added to the name of the type, `path` to its path
 */
export function callOf(
  { name, area }: { name: string; area: Area },
  { suffix, path, ...described }: Call,
  kind: 'documents' | 'masters' | 'queries' = 'documents',
): Expansion {
  const kinds = { documents: '', masters: 'Master', queries: 'Query' }
  return {
    path: `/api/${kind}/${name}${path}`,
    described: { ...described, operationId: `${camel(name)}${kinds[kind]}${suffix}`, tag: area },
  }
}
