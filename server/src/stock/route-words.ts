import type { FoundSerialNumber } from '@kufang/contract/document/found-serial-number.ts'
import type { MissingPaper } from '@kufang/contract/document/missing-papers.ts'
import type { BooksComparison, GoingLiveRow } from '@kufang/contract/stock/going-live.ts'
import { holdKinds, type HeldStock } from '@kufang/contract/stock/held-stock.ts'
import { erpStates, type ErpState } from '@kufang/contract/document/declare/erp-state.ts'
import type { PeriodView, UnpostedDocument } from '@kufang/contract/stock/posting-period.ts'
import { z } from 'zod'
import {
  anything,
  id,
  instant,
  integer,
  label,
  ruleChange,
  text,
  textOrNull,
} from '../platform/openapi/answer-parts.ts'
import type { WordsOfRoutes } from '../platform/openapi/route-operations.ts'
import type { StockOverview } from './queries/overview.ts'

const erpStateCodes = Object.keys(erpStates) as [ErpState, ...ErpState[]]
const position = {
  materialNo: text,
  batch: text,
  stockCategory: text,
  specialStock: text,
  specialStockReference: text,
}
const erpStock = z.looseObject({
  ...position,
  description: text,
  unit: text,
  local: text,
  erp: text,
  inFlight: text,
  inDoubt: text,
  booked: text,
  difference: text,
  unexplained: text,
  documents: z.array(z.object({ type: text, id, docNo: text, quantity: text })),
})
const goingLive = z.object({
  companyCode: text,
  plant: text,
  storageLocation: text,
  name: text,
  readAt: instant.nullable(),
  erpKeys: integer,
  document: z
    .object({
      id,
      docNo: text,
      state: text,
      erpState: z.enum(erpStateCodes),
      lines: integer,
      differing: integer,
    })
    .nullable(),
  hasMoved: z.boolean(),
  openOrderLines: integer,
  openReservationLines: integer,
}) satisfies z.ZodType<GoingLiveRow>
const comparison = z.object({
  at: instant,
  keys: integer,
  explained: integer,
  unexplained: integer,
}) satisfies z.ZodType<BooksComparison>
const overview = z.object({
  places: z.array(
    z.object({ companyCode: text, plant: text, storageLocation: text, items: integer }),
  ),
  days: z.array(z.object({ day: z.iso.date(), inward: integer, outward: integer })),
}) satisfies z.ZodType<StockOverview>
const piece = z.object({
  companyCode: text,
  materialNo: text,
  description: textOrNull,
  serialNo: text,
  isInStock: z.boolean(),
  place: z.object({
    place: text,
    placeReference: text.optional(),
    plant: text,
    storageLocation: text,
    bin: text,
    batch: text,
    stockCategory: text,
    specialStock: text,
  }),
  receivedAt: instant.nullable(),
  movedAt: instant.nullable(),
  documentNo: textOrNull,
}) satisfies z.ZodType<FoundSerialNumber>
const binChoice = z.object({
  bin: text,
  area: text,
  verdict: z.enum(['proposed', 'possible', 'refused']),
  reasons: z.array(z.object({ code: text, params: z.record(text, text) })),
})
const held = z.object({
  kind: z.enum(Object.keys(holdKinds) as [HeldStock['kind'], ...HeldStock['kind'][]]),
  documentType: text,
  documentId: id,
  documentNo: text,
  quantity: textOrNull,
  placedByName: text,
  placedAt: instant,
  heldUntil: textOrNull,
}) satisfies z.ZodType<HeldStock>
const missingPaper = z.object({
  companyCode: text,
  documentType: text,
  documentLabel: label,
  documentId: text,
  documentNo: text,
  lineNo: integer,
  materialNo: text,
  description: text,
  quantity: text,
  unit: text,
  plant: text,
  storageLocation: text,
  month: text,
  dueDate: text,
  registeredByName: text,
  pickingUnit: text,
  todo: label,
}) satisfies z.ZodType<MissingPaper>
const unposted = z.object({
  documentType: text,
  documentLabel: label,
  documentId: id,
  documentNo: text,
  documentDate: text,
  erpState: z.enum(Object.keys(erpStates) as [ErpState, ...ErpState[]]),
  plant: text,
  storageLocation: text,
  createdByName: text,
}) satisfies z.ZodType<UnpostedDocument>
const period = z.object({
  companyCode: text,
  period: text,
  isOpen: z.boolean(),
  isChangeable: z.boolean(),
  changedByName: text,
  changedAt: instant.nullable(),
  missingPapers: z.array(missingPaper),
  isHeld: z.boolean(),
  unposted: z.array(unposted),
  change: ruleChange.nullable(),
}) satisfies z.ZodType<PeriodView>
const ofErp = ['outside-scope', 'not-found', 'erp-interface-off', 'erp-unreachable'] as const

/** Words of the routes of stock besides its queries. */
export const stockRouteWords: WordsOfRoutes = {
  'POST /api/stock/erp': {
    zh: '与 ERP 库存比较',
    en: 'Compare the stock with that of the ERP',
    answer: z.object({ at: instant, rows: z.array(erpStock) }),
    codes: ofErp,
  },
  'POST /api/stock/erp-reading': {
    zh: '读取库存地点的 ERP 库存，用于期初',
    en: 'Read what the ERP holds of a storage location, to take it over',
    answer: z.object({
      at: instant,
      rows: z.array(z.looseObject({ ...position, quantity: text, unit: text, description: text })),
    }),
    codes: ofErp,
  },
  'GET /api/stock/going-live': {
    zh: '各库存地点的上线进度',
    en: 'How far the initial stock of each storage location is',
    answer: z.array(goingLive),
  },
  'POST /api/stock/going-live/compare': {
    zh: '比较库存地点的两本账',
    en: 'Compare both books of a storage location',
    answer: comparison,
    codes: ofErp,
  },
  'POST /api/stock/overview': {
    zh: '库存概览',
    en: 'Overview of the stock',
    answer: overview,
  },
  'POST /api/stock/holds': {
    zh: '库存被谁占用或冻结',
    en: 'What holds a row of the stock: documents, persons, and until when',
    answer: z.array(held),
  },
  'POST /api/stock/bin-choices': {
    zh: '货物可放的货位及原因',
    en: 'The bins of a storage location for goods, with the reasons for and against each',
    answer: z.array(binChoice),
  },
  'POST /api/finding/serial-numbers': {
    zh: '按序列号查找',
    en: 'Find pieces by serial number',
    answer: z.array(piece),
  },
  'GET /api/stock/proofs': {
    zh: '账本校验',
    en: 'Run the proofs of the ledger; a proof without rows holds',
    answer: z.array(z.object({ name: text, rows: z.array(anything) })),
  },
  'GET /api/stock/periods': {
    zh: '过账期间',
    en: 'Posting periods, with the goods whose overdue papers keep an open month from being closed, what is not posted, and the change that waits',
    answer: z.array(period),
  },
  'POST /api/stock/periods': {
    zh: '申请打开或关闭过账期间',
    en: 'Ask for a posting period to be opened or closed; another person approves it',
    answer: z.array(period),
    example: { companyCode: '1010', period: '202611', act: 'close', reason: '月结', unposted: [] },
    codes: [
      'outside-scope',
      'period-not-changeable',
      'papers-hold-month',
      'unposted-holds-month',
      'rule-change-open',
    ],
    isOnce: true,
  },
  'POST /api/stock/periods/changes/:id/:act': {
    zh: '批准、驳回或撤回过账期间的开关',
    en: 'Approve, refuse or withdraw the opening or closing of a posting period',
    answer: ruleChange,
    codes: [
      'not-found',
      'wrong-state',
      'rule-change-own',
      'outside-scope',
      'papers-hold-month',
      'unposted-holds-month',
    ],
    isOnce: true,
  },
}
