import type { AnyQuery, Identifiers } from '@kufang/contract/document/declare/define-query.ts'
import { readingRoles } from '@kufang/contract/document/query-roles.ts'
import { documents } from '@kufang/contract/registry.ts'
import { pascal, schemaRef, type Schema } from '../../platform/openapi/open-api.ts'
import { callOf as callOfAny, object, workbook, type Expansions } from './calls.ts'
import { labelsOf } from './document-schemas.ts'
import { enteredProperties, labelled, rowProperties } from './field-schema.ts'
import { ofExports, ofLists, ofParameters } from './frame-refusals.ts'
import {
  columnsSchema,
  exportRequestOf,
  groupingOf,
  listAnswerOf,
  listRequestOf,
} from './list-schemas.ts'

// What is said of the routes of all declared queries (`routes/query-routes.ts`), of each query.

const identifierTypes: Readonly<Record<Identifiers[string], Schema>> = {
  text: { type: ['string', 'null'] },
  integer: { type: ['integer', 'string', 'null'] },
  uuid: { type: ['string', 'null'], format: 'uuid' },
}

const rowOf = ({ name }: AnyQuery): string => `${pascal(name)}QueryRow`
const requestName = ({ name }: AnyQuery): string => `${pascal(name)}QueryRequest`
const columnName = ({ name }: AnyQuery): string => `${pascal(name)}QueryColumn`
const columnOf = (definition: AnyQuery): Schema => schemaRef(columnName(definition))

/** Codes with which parameters are refused. */
const codesOfParameters = ({ parameters }: AnyQuery): readonly string[] =>
  parameters === undefined ? [] : ofParameters

/** The component schemas of a query: its request and its row. With a grouping it has the columns of that, so none is required. */
export function querySchemas(definition: AnyQuery): Record<string, Schema> {
  const { fields, identifiers, states = {} } = definition
  const { properties } = rowProperties(fields)
  const coded = Object.entries(states as Record<string, Parameters<typeof labelsOf>[0] | undefined>)
  return {
    [columnName(definition)]: columnsSchema([...Object.keys(fields), ...Object.keys(identifiers)]),
    [requestName(definition)]: requestOf(definition),
    [rowOf(definition)]: object({
      ...properties,
      ...Object.fromEntries(
        coded.flatMap(([name, known]) =>
          known === undefined ? [] : [[name, stateSchema(known, properties[name])]],
        ),
      ),
      ...Object.fromEntries(
        Object.entries(identifiers).map(([name, kind]) => [name, identifierTypes[kind]]),
      ),
    }),
  }
}

function stateSchema(states: Parameters<typeof labelsOf>[0], of: Schema | undefined): Schema {
  const { title, examples: _examples } = of ?? {}
  const known = labelled(labelsOf(states) as Parameters<typeof labelled>[0])
  const codes = known['enum'] as readonly string[]
  return { title, ...known, type: ['string', 'null'], enum: [...codes, null] }
}

function requestOf(definition: AnyQuery): Schema {
  const { parameters = {}, groupings = {} } = definition
  return listRequestOf(columnOf(definition), {
    ...(Object.keys(parameters).length === 0
      ? {}
      : { parameters: { type: 'object', ...enteredProperties(parameters) } }),
    ...(Object.keys(groupings).length === 0 ? {} : { grouping: groupingOf(groupings) }),
  })
}

/** By the route that is called. */
export const queryExpansions: Expansions<AnyQuery> = {
  'POST /api/queries/:name/list': (definition) => [
    callOfAny(
      definition,
      {
        suffix: 'List',
        path: '/list',
        summary: {
          zh: `${definition.label.zh}：查询`,
          en: `${definition.label.en}: query`,
        },
        body: { schema: schemaRef(requestName(definition)) },
        answer: { datas: listAnswerOf(schemaRef(rowOf(definition))) },
        codes: [...ofLists, ...codesOfParameters(definition)],
        roles: readingRoles(definition, documents),
      },
      'queries',
    ),
  ],
  'POST /api/queries/:name/export': (definition) => [
    callOfAny(
      definition,
      {
        suffix: 'Export',
        path: '/export',
        summary: {
          zh: `${definition.label.zh}：导出`,
          en: `${definition.label.en}: export`,
        },
        body: {
          schema: exportRequestOf(columnOf(definition), schemaRef(requestName(definition))),
        },
        answer: workbook,
        codes: [...ofExports, ...codesOfParameters(definition)],
        roles: readingRoles(definition, documents),
      },
      'queries',
    ),
  ],
}
