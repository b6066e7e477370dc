import type { Label } from '@kufang/contract/document/declare/label.ts'
import { schemaRef, type Schema } from '../../platform/openapi/open-api.ts'
import { jsonSchemaOf } from '../../platform/openapi/json-schema.ts'
import { listRequest } from '../../platform/list/list-request.ts'
import { labelled } from './field-schema.ts'

type Properties = Readonly<Record<string, Schema>>

const { properties: asked = {} } = jsonSchemaOf(listRequest, 'input') as { properties?: Properties }
const operators = [
  'eq',
  'in',
  'contains',
  'startsWith',
  'gte',
  'lte',
  'between',
  'empty',
  'notEmpty',
]
const plain = { type: ['string', 'number', 'boolean', 'null'] }

/** Parts of a request for a list that its rows do not determine. */
export const sharedListSchemas: Readonly<Record<string, Schema>> = {
  FilterOperator: { type: 'string', enum: operators },
  FilterValue: {
    description:
      'between 要两个值，in 任意个，empty 不要 / Two for between, any number for in, none for empty',
    anyOf: [plain, { type: 'array', items: plain }],
  },
}

/** Which parts of a request a list takes. */
type Part = 'page' | 'level' | 'withGoods' | 'parameters' | 'grouping'

/** The columns of a list, as a schema with a name. */
export const columnsSchema = (columns: readonly string[]): Schema => ({
  type: 'string',
  enum: columns,
  description: '列名 / The name of a column',
})

/**
 * The request of a list.
 * @param column the schema of its columns
 * @param parts further parts it takes, with their schemas where they are its own
 */
export function listRequestOf(
  column: Schema,
  parts: Partial<Record<Part, Schema | true>> = {},
): Schema {
  const own = Object.entries(parts).map(([name, schema]) => [
    name,
    schema === true ? asked[name] : schema,
  ])
  const { required } = (parts.parameters ?? {}) as { required?: readonly string[] }
  return {
    type: 'object',
    ...(required === undefined ? {} : { required: ['parameters'] }),
    properties: {
      filters: {
        type: 'array',
        maxItems: 50,
        items: {
          type: 'object',
          required: ['field', 'operator'],
          properties: {
            field: column,
            operator: schemaRef('FilterOperator'),
            value: schemaRef('FilterValue'),
          },
        },
      },
      sort: {
        type: 'array',
        maxItems: 5,
        items: {
          type: 'object',
          required: ['field', 'direction'],
          properties: { field: column, direction: { type: 'string', enum: ['asc', 'desc'] } },
        },
      },
      search: {
        type: 'string',
        maxLength: 200,
        description: '按编号、物料和描述搜索 / Searches number, material and description',
      },
      cursor: {
        type: ['string', 'null'],
        maxLength: 4000,
        description: '上一页的 nextCursor / nextCursor of the page before',
      },
      size: { type: 'integer', minimum: 1, maximum: 500 },
      withTotals: {
        type: 'boolean',
        description: '同时返回行数与合计 / Also answer count and totals',
      },
      ...Object.fromEntries(own),
    },
  }
}

/** The same for an export, with the columns of the workbook. */
export function exportRequestOf(column: Schema, request: Schema): Schema {
  const shown = {
    type: 'object',
    required: ['field', 'title'],
    properties: { field: column, title: { type: 'string', maxLength: 60 } },
  }
  const columns = { type: 'array', minItems: 1, maxItems: 80, items: shown }
  return {
    allOf: [request, { type: 'object', required: ['columns'], properties: { columns } }],
  }
}

/** A page of rows. */
export function listAnswerOf(row: Schema): Schema {
  return {
    type: 'object',
    required: ['rows', 'nextCursor'],
    properties: {
      rows: { type: 'array', items: row },
      nextCursor: {
        type: ['string', 'null'],
        description: 'null 表示没有更多行 / null if there are no more rows',
      },
      total: { type: 'integer' },
      totalIsCapped: { type: 'boolean' },
      totals: { type: 'object', additionalProperties: { type: ['string', 'integer', 'null'] } },
    },
  }
}

/** The groupings of a query by name. */
export const groupingOf = (groupings: Readonly<Record<string, { label: Label }>>): Schema =>
  labelled(Object.fromEntries(Object.entries(groupings).map(([name, { label }]) => [name, label])))
