import { z } from 'zod'
import { integer, text, textOrNull } from '../platform/openapi/answer-parts.ts'
import type { WordsOfRoutes } from '../platform/openapi/route-operations.ts'

const move = z.object({
  materialNo: text,
  quantity: text,
  bin: text,
  targetBin: text,
  batch: textOrNull,
  stockCategory: text,
  specialStock: textOrNull,
  specialStockReference: textOrNull,
  serialNumbers: z.array(text).optional(),
})

/** Words of the routes of transfers that belong to no document. */
export const transferRouteWords: WordsOfRoutes = {
  'POST /api/transfer/gathering': {
    zh: '整理建议：合并分散的库存，腾空货位',
    en: 'Bin moves that gather split stock and empty bins',
    answer: z.object({ companyCode: text, moves: z.array(move), emptied: integer }),
    codes: ['role-missing', 'outside-scope'],
  },
}
