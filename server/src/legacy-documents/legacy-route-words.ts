import {
  id,
  instant,
  integer,
  refusal,
  text,
  textOrNull,
} from '../platform/openapi/answer-parts.ts'
import { z } from 'zod'
import type { WordsOfRoutes } from '../platform/openapi/route-operations.ts'
import { legacyMappingSchema } from './legacy-routes.ts'

const counts = {
  rowCount: integer,
  newCount: integer,
  changedCount: integer,
  sameCount: integer,
  refusedCount: integer,
  emptiedCount: integer,
}
const ofFiles = [
  'not-found',
  'legacy-file-unreadable',
  'legacy-file-empty',
  'legacy-file-too-long',
] as const
const ofMappings = [
  ...ofFiles,
  'outside-scope',
  'column-unknown',
  'legacy-column-missing',
  'legacy-field-unmapped',
] as const
/** Of the cells of a file. */
const ofCells = [
  'field-required',
  'input-invalid',
  'legacy-value-unknown',
  'legacy-date-unreadable',
  'legacy-key-twice',
  'unit-not-of-material',
  'quantity-not-positive',
  'quantity-not-a-number',
  'quantity-too-precise',
  'quantity-too-large',
  'quantity-whole-only',
  'quantity-too-precise-for-unit',
  'quantity-not-whole-in-base-unit',
  'quantity-changed-by-rounding',
] as const
const uploadId = '0199c1d2-5b7e-7a10-9c44-2f0d6a1b8e35'
const mapping = {
  kind: 'receipt',
  sourceSystem: 'WMS-2009',
  columns: {
    orderNo: { header: 'PO' },
    orderItem: { header: 'Item' },
    documentNo: { header: 'Receipt' },
    documentDate: { header: 'Date', dateFormat: 'monthName', values: { 'Not captured': '' } },
    supplierNo: { header: 'Vendor', values: { ACME: '100001' } },
    materialNo: { header: 'Material' },
    quantity: { header: 'Quantity' },
  },
  fixed: { plant: '1011' },
}

/** Words of the routes of legacy documents. */
export const legacyRouteWords: WordsOfRoutes = {
  'POST /api/legacy-documents/read': {
    zh: '读取旧系统文件的列名和样例值',
    en: 'Columns of an uploaded CSV file of an old system, with sample values',
    answer: z.object({
      fileName: text,
      rowCount: integer,
      headers: z.array(text),
      samples: z.array(z.array(text)),
    }),
    example: { uploadId },
    codes: ofFiles,
  },
  'GET /api/legacy-documents/mappings': {
    zh: '已保存的列对应关系',
    en: 'Mappings that were kept',
    answer: z.array(
      z.object({
        companyCode: text,
        name: text,
        mapping: legacyMappingSchema,
        changedAt: instant,
        changedByName: text,
      }),
    ),
  },
  'POST /api/legacy-documents/check': {
    zh: '试算导入：逐格列出错误，什么也不写入',
    en: 'What an import would do, with the refusals of each cell; nothing is written',
    answer: z.object({
      ...counts,
      problems: z.array(refusal.extend({ column: text, value: text })),
      problemCount: integer,
      unknown: z.array(
        z.object({ field: text, value: text, count: integer, proposed: textOrNull }),
      ),
      preview: z.array(z.object({ line: integer, values: z.record(text, textOrNull) })),
    }),
    example: { companyCode: '1010', uploadId, mapping },
    codes: ofMappings,
  },
  'POST /api/legacy-documents/imports': {
    zh: '导入历史单据，并记录对应关系',
    en: 'Import legacy documents; rows that are there already are updated, none is made twice',
    answer: z.object({ ...counts, id, importNo: integer }),
    example: {
      companyCode: '1010',
      uploadId,
      mapping,
      mappingName: 'WMS 收货',
      onRefusal: 'stop',
    },
    codes: [...ofMappings, ...ofCells, 'legacy-rows-refused', 'legacy-nothing-left'],
    isOnce: true,
  },
  'POST /api/legacy-documents/imports/:id/take-back': {
    zh: '撤回一次导入',
    en: 'Take an import back: its rows are removed, those it changed are restored',
    answer: z.object({ removed: integer, restored: integer }),
    example: { companyCode: '1010', reason: '文件取错' },
    codes: ['not-found', 'outside-scope', 'legacy-import-taken-back', 'legacy-import-rested-on'],
    isOnce: true,
  },
}
