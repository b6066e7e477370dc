import { z } from 'zod'
import { integer, text } from '../platform/openapi/answer-parts.ts'
import type { WordsOfRoutes } from '../platform/openapi/route-operations.ts'

const numberOrNull = z.number().nullable()

const proposal = z.object({
  materialNo: text,
  description: text,
  leadTimeDays: integer,
  criticality: text,
  firstMonth: text,
  months: z.array(z.number()),
  demandClass: text,
  interval: numberOrNull,
  variation: z.number(),
  errors: z.array(
    z.object({ method: text, rmsse: numberOrNull, mase: numberOrNull, forecast: z.number() }),
  ),
  chosenMethod: text,
  chosenError: numberOrNull,
  because: text,
  servicePercent: z.number(),
  isByPrice: z.boolean(),
  coveredMonths: integer,
  expectedDemand: z.number(),
  safetyStock: text,
  minimumQuantity: text,
  reorderPoint: text,
  maximumQuantity: text,
})

/** Words of the routes of safety stocks that belong to no document. */
export const safeStockRouteWords: WordsOfRoutes = {
  'POST /api/safe-stock/proposals': {
    zh: '按历史消耗测算定额及其理由',
    en: 'Quotas proposed from consumption, with the reasons',
    answer: z.object({
      companyCode: text,
      proposals: z.array(proposal),
      withoutHistory: z.array(text),
    }),
    codes: ['role-missing', 'outside-scope'],
  },
}
