import {
  commonHeader,
  commonLineOf,
  lineProgress,
} from '@kufang/contract/document/declare/common-fields.ts'
import { personActions } from '@kufang/contract/document/decide.ts'
import { batchDocumentsMax } from '@kufang/contract/document/api.ts'
import type { ActionDeclaration } from '@kufang/contract/document/declare/action-declaration.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { evidenceKinds, evidenceMax } from '@kufang/contract/document/evidence.ts'
import { isEnteredByPerson, type Fields } from '@kufang/contract/document/declare/field.ts'
import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import { erpStates } from '@kufang/contract/document/declare/erp-state.ts'
import { usualLinesMax } from '@kufang/contract/document/lines-max.ts'
import { creatingPages, variantOnPage } from '@kufang/contract/document/page-variants.ts'
import { fieldsHiddenAtFirst } from '@kufang/contract/document/visible.ts'
import { pascal, schemaRef, type Schema } from '../../platform/openapi/open-api.ts'
import { documentTable } from '../storage/table.ts'
import { enteredProperties, fieldSchema, labelled, rowProperties } from './field-schema.ts'

type Properties = Record<string, Schema>

const object = (properties: Properties, required: readonly string[] = []): Schema => ({
  type: 'object',
  ...(required.length === 0 ? {} : { required }),
  properties,
})
const list = (items: Schema): Schema => ({ type: 'array', items })
const id: Schema = { type: 'string', format: 'uuid' }
const version: Schema = {
  type: 'integer',
  minimum: 1,
  description: '单据的版本，随读取得到 / The version of the document, as read',
}
const acts: Schema = {
  type: 'object',
  description: '各操作最近的执行人 / Who performed each act last',
  additionalProperties: schemaRef('Act'),
}

/** The schemas of the documents of all types. */
export const sharedDocumentSchemas: Readonly<Record<string, Schema>> = {
  ErpState: labelled(labelsOf(erpStates)),
  LineProgress: labelled(labelsOf(lineProgress)),
  Act: object(
    {
      userId: id,
      userName: { type: 'string' },
      at: { type: 'string', format: 'date-time' },
      others: list({ type: 'object' }),
    },
    ['userId', 'userName', 'at'],
  ),
  SourceReference: {
    ...object({ id, lineNo: { type: 'integer', minimum: 0 } }, ['id', 'lineNo']),
    description: '前置单据的行 / The line of the predecessor',
  },
}

/** The labels of states. */
export function labelsOf<Label>(
  states: Readonly<Record<string, { label: Label }>>,
): Record<string, Label> {
  return Object.fromEntries(Object.entries(states).map(([name, { label }]) => [name, label]))
}

/** The fields persons enter, on any page that creates the document. */
export function enteredFields(definition: AnyDocument): { header: Fields; lines: Fields } {
  const pages = creatingPages(definition, { isAdmin: true, roles: new Set() })
  const tables = [definition, ...pages.map(({ page }) => variantOnPage(definition, page))].map(
    documentTable,
  )
  const entered = (fields: Fields): Fields =>
    Object.fromEntries(Object.entries(fields).filter(([, field]) => isEnteredByPerson(field)))
  return {
    header: Object.assign({}, ...tables.map(({ headerFields }) => entered(headerFields))) as Fields,
    lines: Object.assign({}, ...tables.map(({ lineFields }) => entered(lineFields))) as Fields,
  }
}

/** The component schemas of a document type, by name. */
export function documentSchemas(definition: AnyDocument): Record<string, Schema> {
  const type = pascal(definition.name)
  const ref = (part: string) => schemaRef(`${type}${part}`)
  const table = documentTable(definition)
  const hidden = fieldsHiddenAtFirst(definition)
  const header = rowProperties(table.headerFields, definition.relabel, hidden)
  const lines = rowProperties(table.lineFields, definition.relabel, hidden)
  const states = { state: ref('State'), erpState: schemaRef('ErpState') }
  const headerRow = { ...header.properties, ...states, id, version }
  const headerNames = [...header.required, 'id', 'version']
  const lineRow: Properties = { ...lines.properties, ...lineStates(definition, hidden) }
  const result = object({ id, docNo: { type: 'string' }, ...states, version }, [
    'id',
    'docNo',
    'state',
    'erpState',
    'version',
  ])
  return {
    [`${type}State`]: labelled(labelsOf(definition.states)),
    [`${type}Header`]: object({ ...headerRow, createdBy: id, acts }, [
      ...headerNames,
      'createdBy',
      'acts',
    ]),
    [`${type}Line`]: object(
      {
        ...lineRow,
        sourceType: { type: ['string', 'null'] },
        sourceId: { type: ['string', 'null'], format: 'uuid' },
      },
      lines.required,
    ),
    [`${type}Document`]: object(
      {
        header: ref('Header'),
        lines: list(ref('Line')),
        hiddenLines: {
          ...list({ type: 'integer' }),
          description: '数据范围以外的行号 / Numbers of the lines outside the data scope',
        },
        actions: {
          ...object(
            Object.fromEntries(
              Object.keys(definition.actions).map((action) => [
                action,
                { anyOf: [schemaRef('Refusal'), { type: 'null' }] },
              ]),
            ),
            Object.keys(definition.actions),
          ),
          description:
            '各操作：null 表示现在可以执行，否则为原因 / Each action: null if you may perform it now, otherwise why not',
        },
        isEditable: { type: 'boolean' },
        ...(definition.postingSteps === undefined
          ? {}
          : { postingSteps: list(schemaRef('PostingStep')) }),
      },
      ['header', 'lines', 'hiddenLines', 'actions', 'isEditable'],
    ),
    [`${type}Row`]: {
      ...object(
        {
          // Of a list of lines, the line's field stands for that of the header.
          ...lineRow,
          ...headerRow,
          acts,
          goods: { type: ['object', 'null'] },
          goodsAmount: { type: ['string', 'null'] },
        },
        headerNames.filter((name) => !(name in table.lineFields)),
      ),
      description:
        '列表的一行；单据行的字段仅在 level 为 line 时返回 / A row of a list; fields of lines are there if level is line',
    },
    [`${type}Result`]: result,
    ...(definition.isMirror === true ? {} : draftSchemas(definition, type)),
  }
}

/** States of lines as codes; one that is hidden at first is null until then. */
function lineStates(definition: AnyDocument, hidden: ReadonlySet<string>): Properties {
  if (!('progress' in commonLineOf(definition))) return {}
  const progress = schemaRef('LineProgress')
  return {
    progress: hidden.has('progress') ? { anyOf: [progress, { type: 'null' }] } : progress,
    lineErpState: schemaRef('ErpState'),
  }
}

function draftSchemas(definition: AnyDocument, type: string): Record<string, Schema> {
  const { relabel, linesMax = usualLinesMax, initial } = definition
  const entered = enteredFields(definition)
  const ref = (part: string) => schemaRef(`${type}${part}`)
  const lines = {
    ...list(ref('LineInput')),
    minItems: 1,
    maxItems: linesMax,
  }
  const pages = creatingPages(definition, { isAdmin: true, roles: new Set() })
  const first = Object.entries(personActions(definition)).filter(([, { from }]) =>
    from.includes(initial),
  )
  return {
    [`${type}HeaderInput`]: object(draftProperties(entered.header, relabel)),
    [`${type}LineInput`]: object({
      source: schemaRef('SourceReference'),
      lineNo: { type: 'integer', description: '已有的行 / An existing line' },
      ...draftProperties(entered.lines, relabel),
    }),
    [`${type}Creation`]: object(
      {
        ...(pages.length === 0
          ? {}
          : { page: labelled(Object.fromEntries(pages.map(({ path }) => [path, titleOf(path)]))) }),
        companyCode: fieldSchema(commonHeader.companyCode, 'entered', false),
        header: ref('HeaderInput'),
        lines,
        ...(first.length === 0
          ? {}
          : { actionAfterCreate: labelled(labelsOf(Object.fromEntries(first))) }),
      },
      ['header', 'lines'],
    ),
    [`${type}Change`]: object({ version, header: ref('HeaderInput'), lines }, [
      'version',
      'header',
      'lines',
    ]),
    [`${type}Proposal`]: object(
      {
        header: ref('HeaderInput'),
        lines: list(ref('LineInput')),
        secondRatios: list({ anyOf: [schemaRef('SecondRatio'), { type: 'null' }] }),
        shown: list({ type: 'object' }),
        taken: list(
          object(
            {
              id: { type: 'string', format: 'uuid' },
              lineNo: { type: 'integer' },
              source: { type: 'string' },
              docNos: list({ type: 'string' }),
            },
            ['id', 'lineNo', 'source', 'docNos'],
          ),
        ),
      },
      ['header', 'lines', 'taken'],
    ),
  }
}

const titleOf = (path: string) => {
  const { zh, en } = cataloguePage(path)
  return { zh, en }
}

/**
 * What a draft may contain. It may be incomplete until its first action, so nothing is required of the request; what is
 * required then says so.
 */
function draftProperties(fields: Fields, relabel: AnyDocument['relabel']): Properties {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const schema = fieldSchema(field, 'entered', true, relabel?.[name])
      if (!field.required) return [name, schema]
      const said = '首个操作前必填 / required before the first action'
      const description = [schema['description'], said].filter(Boolean).join('. ')
      return [name, { ...schema, description, 'x-required': true }]
    }),
  )
}

/** What an action is called with: the version, and what it asks for of header and lines. */
export function actionRequest({ input, lineInput, handsOver }: ActionDeclaration<string>): Schema {
  const parts = actionParts({ input, lineInput })
  const kept: Properties = handsOver === undefined ? {} : { evidence: evidenceSchema }
  return object({ version, ...parts.properties, ...kept }, ['version', ...parts.required])
}

/** Signature and pictures of a hand-over. */
const evidenceSchema: Schema = {
  ...list(
    object({ uploadId: id, kind: { type: 'string', enum: Object.keys(evidenceKinds) } }, [
      'uploadId',
      'kind',
    ]),
  ),
  maxItems: evidenceMax,
  description:
    '已上传的签名与照片，随操作保存为不可删除的附件 / Uploaded signature and pictures, kept with the act as attachments that nobody removes',
}

/** The same on several documents, each with its own key. */
export function batchRequest({ input, lineInput }: ActionDeclaration<string>): Schema {
  const ofAll = actionParts({ input })
  const ofEach = actionParts({ lineInput })
  const key: Schema = { type: 'string', minLength: 8, maxLength: 80, examples: ['key-0000001'] }
  const each = object({ id, version, idempotencyKey: key, ...ofEach.properties }, [
    'id',
    'version',
    'idempotencyKey',
    ...ofEach.required,
  ])
  return object(
    {
      documents: { ...list(each), minItems: 1, maxItems: batchDocumentsMax },
      ...ofAll.properties,
    },
    ['documents', ...ofAll.required],
  )
}

function actionParts({
  input,
  lineInput,
}: {
  input?: Fields | undefined
  lineInput?: Fields | undefined
}): {
  properties: Properties
  required: string[]
} {
  const properties: Properties = {}
  const required: string[] = []
  if (input !== undefined && Object.keys(input).length > 0) {
    const entered = enteredProperties(input)
    properties['input'] = { type: 'object', ...entered }
    if (entered.required !== undefined) required.push('input')
  }
  if (lineInput !== undefined) {
    const entered = enteredProperties(lineInput)
    const line = object({ lineNo: { type: 'integer' }, ...entered.properties }, [
      'lineNo',
      ...(entered.required ?? []),
    ])
    properties['lines'] = {
      ...list(line),
      minItems: 1,
      description: '要操作的行，每行一次 / The lines acted on, each once',
    }
    required.push('lines')
  }
  return { properties, required }
}
