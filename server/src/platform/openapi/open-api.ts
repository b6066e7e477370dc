import type { Label } from '@kufang/contract/document/declare/label.ts'

// The parts of an OpenAPI 3.1 description.

/** A JSON schema (draft 2020-12), or any other object of the description. */
export type Schema = { readonly [key: string]: unknown }

/** A parameter in path, query or header. */
export type Parameter =
  | { $ref: string }
  | {
      name: string
      in: 'path' | 'query' | 'header'
      required: boolean
      description: string
      schema: Schema
      example?: unknown
    }

export interface Operation {
  operationId: string
  summary: string
  description: string
  tags: readonly string[]
  parameters?: readonly Parameter[]
  requestBody?: Schema
  responses: Readonly<Record<string, Schema>>
  security?: readonly Schema[]
  /** The summary in each language. */
  'x-summary': Label
  /** The role codes of which one is sufficient; administrators may call everything. */
  'x-roles'?: readonly string[]
}

export type Method = 'get' | 'post' | 'put' | 'delete'
/** Operations by path and method. */
export type Paths = Record<string, Partial<Record<Method, Operation>>>

/** A text of the description, which is read in both languages. */
export const both = ({ zh, en }: Label): string => `${zh} / ${en}`

/** Sentences as paragraphs, one language after the other. */
export function paragraphs(sentences: readonly Label[]): string {
  return [sentences.map(({ zh }) => zh).join(''), sentences.map(({ en }) => en).join(' ')].join(
    '\n\n',
  )
}

/** `goods-receipt` as `GoodsReceipt`. */
export function pascal(name: string): string {
  return name
    .split(/[^A-Za-z0-9]+/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')
}

/** `goods-receipt` as `goodsReceipt`. */
export function camel(name: string): string {
  const joined = pascal(name)
  return joined.charAt(0).toLowerCase() + joined.slice(1)
}

export const schemaRef = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })

/** The envelope of a success around what the call answers. */
export function enveloped(datas: Schema): Schema {
  return {
    type: 'object',
    required: ['resp_code', 'resp_msg', 'datas'],
    properties: { resp_code: { const: 0 }, resp_msg: { type: 'string' }, datas },
  }
}
