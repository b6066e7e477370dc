import { rolesFor, rolesForDrafts, rolesForReading } from '@kufang/contract/document/decide.ts'
import {
  limitOfStock,
  type AnyDocument,
} from '@kufang/contract/document/declare/define-document.ts'

import type { Label } from '@kufang/contract/document/declare/label.ts'
import { sourcesOf } from '@kufang/contract/document/page-variants.ts'
import { isHistoryItem } from '@kufang/contract/history-items.ts'
import { firstOf } from '@kufang/kernel/present.ts'
import { pascal, schemaRef, type Parameter, type Schema } from '../../platform/openapi/open-api.ts'
import { readersOfSuccessors } from '../storage/reading.ts'
import { documentTable } from '../storage/table.ts'
import { actionOperations } from './action-operations.ts'
import { callOf, documentId, object, workbook, type Expansion, type Expansions } from './calls.ts'
import { draftExample } from './draft-example.ts'
import {
  ofChangedDrafts,
  ofDiscards,
  ofDrafts,
  ofExports,
  ofLists,
  ofReading,
  ofUndoing,
} from './frame-refusals.ts'
import { lineNo, version } from './parameters.ts'
import { columnsSchema, exportRequestOf, listAnswerOf, listRequestOf } from './list-schemas.ts'

// What is said of the routes of all documents (`document/routes`), of each type.

type Expand = (definition: AnyDocument) => Expansion[]
type WordsOf = (label: Label) => Label

const listWords: WordsOf = ({ zh, en }) => ({ zh: `${zh}：列表`, en: `${en}: list` })

/** The roles that read a document: those of its pages, and of whoever makes its successors. */
function readers(definition: AnyDocument): string[] {
  return [...new Set([...rolesForReading(definition), ...readersOfSuccessors(definition.name)])]
}

const schemaOf = ({ name }: AnyDocument, part: string): Schema =>
  schemaRef(`${pascal(name)}${part}`)

const pageOf = ({ pages }: AnyDocument): Schema => ({
  type: 'string',
  enum: Object.keys(pages),
  description: '所在页面：按其条件限制 / The page: its condition applies',
})

/** The schemas of the lists of a document type. */
export function documentListSchemas(definition: AnyDocument): Record<string, Schema> {
  const type = pascal(definition.name)
  const hasPages = Object.keys(definition.pages).length > 0
  const request = listRequestOf(schemaOf(definition, 'Column'), {
    ...(hasPages ? { page: pageOf(definition) } : {}),
    level: true,
    withGoods: true,
  })
  return {
    // Those of the header, and of lines for the level `line`.
    [`${type}Column`]: columnsSchema(Object.keys(documentTable(definition).lineColumns)),
    [`${type}ListRequest`]: request,
  }
}

/** A line of a predecessor, as offered. */
function sourceRow(definition: AnyDocument): Schema {
  const names = [...new Set(sourcesOf(definition).map(({ document }) => document))]
  const offered = (name: string): Schema => ({
    allOf: [
      schemaRef(`${pascal(name)}Row`),
      object({ lineNo: { type: 'integer' }, freeQuantity: { type: 'string', examples: ['10'] } }, [
        'lineNo',
        'freeQuantity',
      ]),
    ],
  })
  return names.length === 1 ? offered(firstOf(names)) : { anyOf: names.map(offered) }
}

/** A column of the predecessors. */
function sourceColumn(definition: AnyDocument): Schema {
  const names = [...new Set(sourcesOf(definition).map(({ document }) => document))]
  const columns = names.map((name) => schemaRef(`${pascal(name)}Column`))
  return columns.length === 1 ? firstOf(columns) : { anyOf: columns }
}

/** A read-only call about one document. */
function partOf(
  suffix: string,
  words: WordsOf,
  datas: Schema,
  further: readonly Parameter[] = [],
): Expand {
  return (definition) => [
    callOf(definition, {
      suffix: pascal(suffix),
      path: `/{id}/${suffix}`,
      summary: words(definition.label),
      parameters: [documentId, ...further],
      answer: { datas },
      codes: ofReading,
      roles: readers(definition),
    }),
  ]
}

const listOf = (name: string): Schema => ({ type: 'array', items: schemaRef(name) })

const ofItems =
  (expand: Expand): Expand =>
  (definition) =>
    isHistoryItem(definition.name) ? expand(definition) : []

const unlessMirror =
  (expand: Expand): Expand =>
  (definition) =>
    definition.isMirror === true ? [] : expand(definition)

const ofSources =
  (expand: Expand): Expand =>
  (definition) =>
    sourcesOf(definition).length === 0 ? [] : expand(definition)

/** By the route that is called. */
export const documentExpansions: Expansions<AnyDocument> = {
  'POST /api/documents/:name/list': (definition) => [
    callOf(definition, {
      suffix: 'List',
      path: '/list',
      summary: listWords(definition.label),
      body: {
        schema: schemaOf(definition, 'ListRequest'),
        example: { size: 50, withTotals: true },
      },
      answer: { datas: listAnswerOf(schemaOf(definition, 'Row')) },
      codes: ofLists,
      roles: readers(definition),
    }),
  ],
  'POST /api/documents/:name/export': (definition) => [
    callOf(definition, {
      suffix: 'Export',
      path: '/export',
      summary: { zh: `${definition.label.zh}：导出`, en: `${definition.label.en}: export` },
      body: {
        schema: exportRequestOf(
          schemaOf(definition, 'Column'),
          schemaOf(definition, 'ListRequest'),
        ),
        example: { columns: [{ field: 'docNo', title: definition.label.zh }] },
      },
      answer: workbook,
      codes: ofExports,
      roles: readers(definition),
    }),
  ],
  'POST /api/documents/:name/sources/list': ofSources((definition) => [
    callOf(definition, {
      suffix: 'Sources',
      path: '/sources/list',
      summary: {
        zh: `${definition.label.zh}：可选的前置单据行`,
        en: `${definition.label.en}: lines of predecessors it can be made from`,
      },
      body: {
        schema: listRequestOf(sourceColumn(definition), { page: pageOf(definition) }),
        example: { size: 50 },
      },
      answer: { datas: listAnswerOf(sourceRow(definition)) },
      codes: ofLists,
      roles: rolesForDrafts(definition, 'create'),
    }),
  ]),
  'POST /api/documents/:name/prefill': ofSources((definition) => [
    callOf(definition, {
      suffix: 'Prefill',
      path: '/prefill',
      summary: {
        zh: `${definition.label.zh}：按前置单据行建议内容`,
        en: `${definition.label.en}: what is proposed for lines of predecessors`,
      },
      body: {
        schema: object(
          {
            page: pageOf(definition),
            sources: {
              type: 'array',
              minItems: 1,
              maxItems: 500,
              items: object(
                {
                  id: { type: 'string', format: 'uuid' },
                  lineNo: { type: 'integer' },
                  quantity: { type: 'string', examples: ['10'] },
                },
                ['id', 'lineNo'],
              ),
            },
          },
          ['sources'],
        ),
      },
      answer: { datas: schemaOf(definition, 'Proposal') },
      codes: ofReading,
      roles: rolesForDrafts(definition, 'create'),
    }),
  ]),
  'POST /api/documents/:name/stock-lines': (definition) =>
    limitOfStock(definition) === null
      ? []
      : [
          callOf(definition, {
            suffix: 'StockLines',
            path: '/stock-lines',
            summary: {
              zh: `${definition.label.zh}：库存行的可用数量与建议值`,
              en: `${definition.label.en}: what is available of lines of stock, and proposed`,
            },
            body: {
              schema: object(
                {
                  companyCode: { type: 'string' },
                  header: schemaOf(definition, 'HeaderInput'),
                  lines: {
                    type: 'array',
                    minItems: 1,
                    items: schemaOf(definition, 'LineInput'),
                  },
                },
                ['header', 'lines'],
              ),
              example: draftExample(definition),
            },
            answer: { datas: listOf('StockLine') },
            codes: ofReading,
            roles: [...rolesForDrafts(definition, 'create'), ...rolesForDrafts(definition, 'edit')],
          }),
        ],
  'POST /api/documents/:name': unlessMirror((definition) => [
    callOf(definition, {
      suffix: 'Create',
      path: '',
      summary: { zh: `${definition.label.zh}：新建`, en: `${definition.label.en}: create` },
      details: [
        {
          zh: '可同时执行一个操作（actionAfterCreate）。',
          en: 'One action may be performed with it (actionAfterCreate).',
        },
      ],
      body: { schema: schemaOf(definition, 'Creation'), example: draftExample(definition) },
      answer: { datas: schemaOf(definition, 'Result') },
      codes: [...ofDrafts, ...definition.refusals],
      roles: rolesForDrafts(definition, 'create'),
      isOnce: true,
    }),
  ]),
  'POST /api/documents/:name/preview': unlessMirror((definition) => [
    callOf(definition, {
      suffix: 'CreatePreview',
      path: '/preview',
      summary: {
        zh: `${definition.label.zh}：预览新建`,
        en: `${definition.label.en}: preview of creation`,
      },
      body: { schema: schemaOf(definition, 'Creation'), example: draftExample(definition) },
      answer: { datas: schemaRef('Preview') },
      codes: [...ofDrafts, ...definition.refusals],
      roles: rolesForDrafts(definition, 'create'),
    }),
  ]),
  'GET /api/documents/:name/:id': (definition) => [
    callOf(definition, {
      suffix: 'Read',
      path: '/{id}',
      summary: { zh: `${definition.label.zh}：读取`, en: `${definition.label.en}: read` },
      parameters: [documentId],
      answer: { datas: schemaOf(definition, 'Document') },
      codes: ofReading,
      roles: readers(definition),
    }),
  ],
  'PUT /api/documents/:name/:id': unlessMirror((definition) => [
    callOf(definition, {
      suffix: 'Change',
      path: '/{id}',
      summary: {
        zh: `${definition.label.zh}：修改草稿`,
        en: `${definition.label.en}: change the draft`,
      },
      parameters: [documentId],
      body: {
        schema: schemaOf(definition, 'Change'),
        example: { version: 1, ...draftExample(definition) },
      },
      answer: { datas: schemaOf(definition, 'Result') },
      codes: [...ofChangedDrafts, ...definition.refusals],
      roles: rolesForDrafts(definition, 'edit'),
      isOnce: true,
    }),
  ]),
  'DELETE /api/documents/:name/:id': unlessMirror((definition) => [
    callOf(definition, {
      suffix: 'Discard',
      path: '/{id}',
      summary: {
        zh: `${definition.label.zh}：删除草稿`,
        en: `${definition.label.en}: discard the draft`,
      },
      parameters: [documentId, version],
      answer: { datas: object({ docNo: { type: 'string' } }, ['docNo']) },
      codes: ofDiscards,
      roles: rolesForDrafts(definition, 'edit'),
      isOnce: true,
    }),
  ]),
  'POST /api/documents/:name/:id/print': unlessMirror((definition) => [
    callOf(definition, {
      suffix: 'Print',
      path: '/{id}/print',
      summary: {
        zh: `${definition.label.zh}：记一次打印`,
        en: `${definition.label.en}: count a print`,
      },
      parameters: [documentId],
      answer: { datas: schemaRef('PrintResult') },
      codes: ofReading,
      roles: rolesForReading(definition),
      isOnce: true,
    }),
  ]),
  'GET /api/documents/:name/:id/flow': partOf(
    'flow',
    ({ zh, en }) => ({ zh: `${zh}：单据流`, en: `${en}: document flow` }),
    schemaRef('DocumentFlow'),
  ),
  'GET /api/documents/:name/:id/history': ofItems(
    partOf(
      'history',
      ({ zh, en }) => ({ zh: `${zh}：履历`, en: `${en}: item history` }),
      schemaRef('ItemHistory'),
      [lineNo],
    ),
  ),
  'GET /api/documents/:name/:id/moves': partOf(
    'moves',
    ({ zh, en }) => ({ zh: `${zh}：库存移动`, en: `${en}: stock movements` }),
    listOf('StockMovement'),
  ),
  'GET /api/documents/:name/:id/log': partOf(
    'log',
    ({ zh, en }) => ({ zh: `${zh}：操作日志`, en: `${en}: log` }),
    listOf('LogEntry'),
  ),
  'GET /api/documents/:name/:id/erp': partOf(
    'erp',
    ({ zh, en }) => ({ zh: `${zh}：ERP 过账`, en: `${en}: postings in the ERP` }),
    listOf('ErpMessage'),
  ),
  'GET /api/documents/:name/:id/next': partOf(
    'next',
    ({ zh, en }) => ({ zh: `${zh}：下一步`, en: `${en}: next steps` }),
    listOf('NextStep'),
  ),
  'GET /api/documents/:name/:id/undo': partOf(
    'undo',
    ({ zh, en }) => ({ zh: `${zh}：撤销步骤`, en: `${en}: plan to undo it` }),
    schemaRef('UndoPlan'),
  ),
  'POST /api/documents/:name/:id/undo': (definition) => {
    const undoing = Object.entries(definition.actions).filter(([, { isUndo }]) => isUndo === true)
    const roles = [...new Set(undoing.flatMap(([action]) => rolesFor(definition, action)))]
    if (roles.length === 0) return []
    return [
      callOf(definition, {
        suffix: 'UndoAll',
        path: '/{id}/undo',
        summary: {
          zh: `${definition.label.zh}：连同后续单据撤销`,
          en: `${definition.label.en}: undo it with its successors`,
        },
        parameters: [documentId],
        body: {
          schema: object({ reason: { type: 'string', minLength: 1, maxLength: 200 } }, ['reason']),
          example: { reason: '错收' },
        },
        answer: { datas: schemaRef('UndoResult') },
        codes: [...ofUndoing, ...definition.refusals],
        roles,
        isOnce: true,
      }),
    ]
  },
  ...actionOperations,
}
