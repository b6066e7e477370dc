import { z } from 'zod'
import { id, text } from '../openapi/answer-parts.ts'
import type { WordsOfRoutes } from '../openapi/route-operations.ts'

const preference = z.object({ key: text, value: z.unknown(), changedAt: text })

/** Words of the routes of preferences and shared views. */
export const preferenceRouteWords: WordsOfRoutes = {
  'GET /api/preferences': {
    zh: '个人设置',
    en: 'Everything the person keeps',
    answer: z.array(preference),
  },
  'PUT /api/preferences': {
    zh: '保存个人设置；每项以较晚的更改为准',
    en: 'Keep changes; the later one of each key wins',
    answer: z.array(preference),
    codes: ['preference-too-large', 'preferences-too-many'],
  },
  'POST /api/shared-views': {
    zh: '共享视图',
    en: 'Make a link of a view',
    answer: z.object({ id }),
    example: {
      pagePath: '/Stock/stockSearch',
      pageKey: 'stock',
      name: '合格品',
      content: { filters: [] },
    },
    codes: ['role-missing', 'not-found'],
  },
  'GET /api/shared-views/:id': {
    zh: '打开共享视图',
    en: 'Open the view of a link, with the role of its page',
    answer: z.object({
      id,
      pagePath: text,
      pageKey: text,
      name: text,
      content: z.unknown(),
      createdByName: text,
    }),
    codes: ['role-missing', 'not-found'],
  },
}
