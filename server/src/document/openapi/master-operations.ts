import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import type { AnyMaster } from '@kufang/contract/document/declare/define-master.ts'
import type { Fields } from '@kufang/contract/document/declare/field.ts'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import { importRowsMax } from '@kufang/contract/document/master-record.ts'
import { fieldOf } from '@kufang/kernel/present.ts'
import { pascal, schemaRef, type Parameter, type Schema } from '../../platform/openapi/open-api.ts'
import { callOf as callOfAny, object, workbook, type Expansion, type Expansions } from './calls.ts'
import { enteredProperties, fieldSchema, rowProperties } from './field-schema.ts'
import {
  ofExports,
  ofLists,
  ofMasters,
  ofMasterSearches,
  ofReading,
  ofRuleChanges,
} from './frame-refusals.ts'
import { historyItem, importAnswer, useItem } from './master-answers.ts'
import { columnsSchema, exportRequestOf, listAnswerOf, listRequestOf } from './list-schemas.ts'

// What is said of the routes of all masters, of each master.

const version: Schema = {
  type: 'integer',
  minimum: 1,
  description: '行的版本，随读取得到 / The version of the row, as read',
}

/** Masters without pages are for administrators. */
function rolesOf({ pages }: AnyMaster, purpose: 'read' | 'edit'): readonly string[] {
  return Object.entries(pages)
    .filter(([, page]) => purpose === 'read' || page.edits === true)
    .map(([path]) => cataloguePage(path).role)
}

const typeOf = ({ name }: AnyMaster): string => `${pascal(name)}Master`
const columnsOf = ({ fields }: AnyMaster): string[] => [
  ...Object.keys(fields),
  'isActive',
  'version',
  'updatedAt',
  'updatedByName',
]

const columnOf = (definition: AnyMaster): Schema => schemaRef(`${typeOf(definition)}Column`)

/** Texts of masters are never null: an empty one is ''. */
const rowFields = ({ fields }: AnyMaster): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      { ...field, required: field.required || field.kind === 'text' },
    ]),
  )

const keyOf = ({ fields, key }: AnyMaster): Schema =>
  object(
    Object.fromEntries(
      key.map((name) => [name, fieldSchema(fieldOf(fields, name), 'entered', false)]),
    ),
    key,
  )

const approval: Schema = {
  ...object(
    {
      reason: { type: 'string', maxLength: 200 },
      effectiveFrom: { type: 'string', format: 'date' },
    },
    ['reason'],
  ),
  description: '变更原因与生效日 / Why, and from which day',
}
const approvalOf = (definition: AnyMaster): Record<string, Schema> =>
  definition.approval === undefined ? {} : { approval }

/** The component schemas of a master. */
export function masterSchemas(definition: AnyMaster): Record<string, Schema> {
  const { properties, required } = rowProperties(rowFields(definition))
  const entered = enteredProperties(changeable(definition))
  const created = enteredProperties(definition.fields)
  // A flag that is not sent has its default.
  const needed = (created.required ?? []).filter(
    (name) => fieldOf(definition.fields, name).kind !== 'flag',
  )
  return {
    [`${typeOf(definition)}Column`]: columnsSchema(columnsOf(definition)),
    [`${typeOf(definition)}Row`]: object(
      {
        ...properties,
        isActive: { type: 'boolean' },
        version,
        updatedAt: { type: 'string', format: 'date-time' },
        updatedByName: { type: 'string' },
        ...(definition.approval === undefined
          ? {}
          : { waiting: { anyOf: [{ type: 'null' }, schemaRef('RuleChange')] } }),
      },
      required,
    ),
    // Who has no page of the master is given only what forms need.
    [`${typeOf(definition)}Found`]: object({ ...properties, isActive: { type: 'boolean' } }, [
      ...new Set([...definition.key, definition.display, 'isActive']),
    ]),
    [`${typeOf(definition)}Creation`]: object(
      { ...created.properties, ...approvalOf(definition) },
      needed,
    ),
    [`${typeOf(definition)}Change`]: object(
      { key: keyOf(definition), version, ...entered.properties, ...approvalOf(definition) },
      ['key', 'version'],
    ),
    [`${typeOf(definition)}Switch`]: object(
      { key: keyOf(definition), version, ...approvalOf(definition) },
      ['key', 'version'],
    ),
  }
}

/** What of a row may be changed: not its key, and of a mirror only what is local. */
function changeable({ fields, key, isMirror, localFields = [] }: AnyMaster): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter(([name]) =>
      isMirror === true ? localFields.includes(name) : !key.includes(name),
    ),
  )
}

type Call = Parameters<typeof callOfAny>[1]
const callOf = (definition: AnyMaster, call: Call) => callOfAny(definition, call, 'masters')
const words =
  (zh: string, en: string) =>
  ({ label }: AnyMaster): Label => ({ zh: `${label.zh}：${zh}`, en: `${label.en}: ${en}` })

const changeId: Parameter = {
  name: 'id',
  in: 'path',
  required: true,
  description: '变更申请的标识 / The id of the requested change',
  schema: { type: 'string', format: 'uuid' },
}

/** A call that writes a row. */
function writing(
  definition: AnyMaster,
  suffix: string,
  path: string,
  summary: Label,
  schema: string,
): Expansion {
  const codes = definition.approval === undefined ? ofMasters : [...ofMasters, ...ofRuleChanges]
  return callOf(definition, {
    suffix,
    path,
    summary,
    body: { schema: schemaRef(`${typeOf(definition)}${schema}`) },
    answer: { datas: schemaRef(`${typeOf(definition)}Row`) },
    codes,
    roles: rolesOf(definition, 'edit'),
    isOnce: true,
  })
}

/** A table whose columns are the fields of a row; cells that are not sent change nothing. */
function importBody(definition: AnyMaster, further: Record<string, Schema> = {}): Schema {
  const cells = enteredProperties(definition.fields).properties
  const row = object({ line: { type: 'integer', minimum: 1 }, values: object({ ...cells }) }, [
    'line',
    'values',
  ])
  return object(
    {
      rows: { type: 'array', minItems: 1, maxItems: importRowsMax, items: row },
      ...further,
    },
    ['rows', ...Object.keys(further).filter((name) => name !== 'approval')],
  )
}

/** A call about one row, named by its key. */
function aboutRow(
  definition: AnyMaster,
  suffix: string,
  path: string,
  summary: Label,
  item: Schema,
): Expansion {
  return callOf(definition, {
    suffix,
    path,
    summary,
    body: { schema: object({ key: keyOf(definition) }, ['key']) },
    answer: { datas: { type: 'array', items: item } },
    codes: [...ofReading, 'whole-company-only'],
    roles: rolesOf(definition, 'read'),
  })
}

/** Masters with fields that are kept here are imported; users are not. */
const isImported = (definition: AnyMaster): boolean =>
  definition.name !== 'user' &&
  (definition.isMirror !== true || (definition.localFields ?? []).length > 0)

/** Rows of a mirror are neither made nor disabled here; users are maintained elsewhere. */
const isOurs = ({ isMirror, name }: AnyMaster): boolean => isMirror !== true && name !== 'user'

/** By the route that is called. */
export const masterExpansions: Expansions<AnyMaster> = {
  'POST /api/masters/:name/list': (definition) => [
    callOf(definition, {
      suffix: 'List',
      path: '/list',
      summary: words('列表', 'list')(definition),
      body: { schema: listRequestOf(columnOf(definition)), example: { size: 50 } },
      answer: { datas: listAnswerOf(schemaRef(`${typeOf(definition)}Row`)) },
      codes: ofLists,
      roles: rolesOf(definition, 'read'),
    }),
  ],
  'POST /api/masters/:name/search': (definition) => [
    callOf(definition, {
      suffix: 'Search',
      path: '/search',
      summary: words('查找有效的行', 'find rows that are valid')(definition),
      body: {
        schema: object({
          text: { type: 'string', maxLength: 200 },
          size: { type: 'integer', minimum: 1, maximum: 200 },
          narrow: { type: 'object', additionalProperties: { type: 'string', maxLength: 60 } },
          codes: { type: 'array', maxItems: 200, items: { type: 'string', maxLength: 60 } },
        }),
        example: { text: 'A' },
      },
      answer: { datas: { type: 'array', items: schemaRef(`${typeOf(definition)}Found`) } },
      codes: ofMasterSearches,
      roles: 'anybody',
    }),
  ],
  'POST /api/masters/:name/export': (definition) => [
    callOf(definition, {
      suffix: 'Export',
      path: '/export',
      summary: words('导出', 'export')(definition),
      body: {
        schema: exportRequestOf(columnOf(definition), listRequestOf(columnOf(definition))),
        example: { columns: [{ field: definition.key.at(-1), title: definition.label.zh }] },
      },
      answer: workbook,
      codes: ofExports,
      roles: rolesOf(definition, 'read'),
    }),
  ],
  'POST /api/masters/:name': (definition) =>
    isOurs(definition)
      ? [writing(definition, 'Create', '', words('新建', 'create')(definition), 'Creation')]
      : [],
  'PUT /api/masters/:name': (definition) =>
    Object.keys(changeable(definition)).length > 0 && definition.name !== 'user'
      ? [writing(definition, 'Change', '', words('修改', 'change')(definition), 'Change')]
      : [],
  'POST /api/masters/:name/disable': (definition) =>
    isOurs(definition)
      ? [writing(definition, 'Disable', '/disable', words('停用', 'disable')(definition), 'Switch')]
      : [],
  'POST /api/masters/:name/enable': (definition) =>
    isOurs(definition)
      ? [writing(definition, 'Enable', '/enable', words('启用', 'enable')(definition), 'Switch')]
      : [],
  'POST /api/masters/:name/import/check': (definition) =>
    isImported(definition)
      ? [
          callOf(definition, {
            suffix: 'ImportCheck',
            path: '/import/check',
            summary: words('检查导入的表', 'check a table to import')(definition),
            body: { schema: importBody(definition) },
            answer: { datas: importAnswer },
            codes: ofMasters,
            roles: rolesOf(definition, 'edit'),
          }),
        ]
      : [],
  'POST /api/masters/:name/import': (definition) =>
    isImported(definition)
      ? [
          callOf(definition, {
            suffix: 'Import',
            path: '/import',
            summary: words('导入表', 'import a table')(definition),
            body: {
              schema: importBody(definition, {
                onRefusal: { type: 'string', enum: ['stop', 'skip'] },
                ...approvalOf(definition),
              }),
            },
            answer: { datas: importAnswer },
            codes: definition.approval === undefined ? ofMasters : [...ofMasters, ...ofRuleChanges],
            roles: rolesOf(definition, 'edit'),
            isOnce: true,
          }),
        ]
      : [],
  'POST /api/masters/:name/history': (definition) => [
    aboutRow(
      definition,
      'History',
      '/history',
      words('变更历史', 'history of a row')(definition),
      historyItem,
    ),
  ],
  'POST /api/masters/:name/uses': (definition) => [
    aboutRow(definition, 'Uses', '/uses', words('使用情况', 'who uses a row')(definition), useItem),
  ],
  'GET /api/masters/:name/changes': (definition) =>
    definition.approval === undefined
      ? []
      : [
          callOf(definition, {
            suffix: 'Changes',
            path: '/changes',
            summary: words('待批准的变更', 'changes that wait')(definition),
            answer: { datas: { type: 'array', items: schemaRef('RuleChange') } },
            codes: ofReading,
            roles: rolesOf(definition, 'read'),
          }),
        ],
  'POST /api/masters/:name/changes/:id/:act': (definition) =>
    definition.approval === undefined
      ? []
      : (['approve', 'refuse', 'withdraw'] as const).map((act) => {
          const said = {
            approve: words('批准变更', 'approve a change'),
            refuse: words('驳回变更', 'refuse a change'),
            withdraw: words('撤回变更', 'withdraw a change'),
          }
          return callOf(definition, {
            suffix: `Changes${pascal(act)}`,
            path: `/changes/{id}/${act}`,
            summary: said[act](definition),
            parameters: [changeId],
            body: {
              schema: object({ remark: { type: 'string', maxLength: 200 } }),
              isOptional: true,
              example: { remark: '同意' },
            },
            answer: { datas: schemaRef('RuleChange') },
            codes: [...ofMasters, ...ofRuleChanges],
            roles: rolesOf(definition, 'edit'),
            isOnce: true,
          })
        }),
}
