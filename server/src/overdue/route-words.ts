import { z } from 'zod'
import { integer, text } from '../platform/openapi/answer-parts.ts'
import type { WordsOfRoutes } from '../platform/openapi/route-operations.ts'

/** Words of the routes of overdue records that belong to no document. */
export const overdueRouteWords: WordsOfRoutes = {
  'POST /api/overdue/generate': {
    zh: '立即生成逾期记录',
    en: 'Make and follow the overdue records now',
    answer: z.object({ made: integer, changed: integer, refused: z.array(text) }),
    codes: ['role-missing', 'outside-scope'],
  },
}
