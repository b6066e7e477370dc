import { rolesForReading } from '@kufang/contract/document/decide.ts'
import { stocktaking } from '@kufang/contract/stocktake/stocktaking.ts'
import { z } from 'zod'
import { integer, text, textOrNull } from '../platform/openapi/answer-parts.ts'
import type { WordsOfRoutes } from '../platform/openapi/route-operations.ts'
import { planRoles } from './routes.ts'

const sheet = z.object({
  plant: text,
  storageLocation: text,
  storageLocationName: text,
  keeperName: text,
  area: text,
  emptyBins: z.array(text),
  lines: z.array(
    z.object({
      materialNo: text,
      description: text,
      bin: text,
      batch: text,
      stockCategory: text,
      specialStock: text,
      specialStockReference: text,
      abcClass: text,
      lastCountedAt: textOrNull,
    }),
  ),
})
const suspect = z.object({
  suspicion: text,
  documentType: text,
  documentId: text,
  documentNo: text,
  state: textOrNull,
  quantity: text,
  at: text,
  isReadable: z.boolean(),
})

/** Words of the routes of stocktaking that belong to no document. */
export const stocktakeRouteWords: WordsOfRoutes = {
  'POST /api/stocktake/plan': {
    zh: '按范围预览盘点表',
    en: 'The count sheets that a scope would become',
    answer: z.object({
      sampleSeed: textOrNull,
      population: integer,
      beingCounted: integer,
      emptyBinsLeft: integer,
      sheets: z.array(sheet),
    }),
    codes: [
      'role-missing',
      'field-required',
      'outside-scope',
      'count-scope-empty',
      'count-scope-too-large',
    ],
    roles: planRoles,
  },
  'POST /api/stocktake/sheets': {
    zh: '按范围生成并下达盘点表',
    en: 'Make the count sheets of a scope and start them',
    answer: z.object({
      documents: z.array(z.object({ id: text, docNo: text, lines: integer })),
    }),
    codes: [
      'role-missing',
      'field-required',
      'outside-scope',
      'count-scope-empty',
      'count-scope-too-large',
      'idempotency-key-missing',
    ],
    roles: planRoles,
  },
  'GET /api/stocktake/investigation/:id': {
    zh: '查询盘点差异的线索：未过账、在办和占用的单据',
    en: 'What may explain the differences of a count: documents unposted, under way and holding',
    answer: z.object({
      lines: z.array(
        z.object({
          lineNo: integer,
          materialNo: text,
          description: text,
          bin: text,
          unit: text,
          quantity: text,
          movedQuantity: text,
          differenceQuantity: text,
          suspects: z.array(suspect),
        }),
      ),
    }),
    codes: ['role-missing', 'not-found'],
    roles: rolesForReading(stocktaking),
  },
}
