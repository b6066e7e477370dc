import { z } from 'zod'
import { integer, label, text, textOrNull } from '../platform/openapi/answer-parts.ts'
import type { WordsOfRoutes } from '../platform/openapi/route-operations.ts'

/** Words of the routes that find masters of all kinds. */
export const masterRouteWords: WordsOfRoutes = {
  'POST /api/finding/masters': {
    zh: '查找主数据',
    en: 'Find rows of masters by code or name',
    answer: z.array(
      z.object({
        master: text,
        title: label,
        code: text,
        within: text,
        words: text,
        path: text,
        list: text.optional(),
        filters: z.record(text, text).optional(),
      }),
    ),
    example: { text: '闸阀' },
  },
  'POST /api/finding/seen-by': {
    zh: '一个人能看到什么',
    en: 'What a person may see',
    answer: z.object({
      account: text,
      userName: text,
      isAdmin: z.boolean(),
      pages: z.array(z.object({ group: label, titles: z.array(label) })),
      masters: z.array(z.object({ master: text, label, count: integer, examples: z.array(text) })),
    }),
    example: { userId: '00000000-0000-4000-8000-000000000001' },
    codes: ['role-missing', 'not-found'],
  },
  'POST /api/finding/material-units': {
    zh: '物料的计量单位',
    en: 'The units of materials',
    answer: z.array(
      z.object({
        materialNo: text,
        unit: text,
        numerator: integer,
        denominator: integer,
        decimals: integer,
        secondRatio: z
          .object({
            quantity: text,
            secondQuantity: text,
            decimals: integer,
            of: z.object({ bin: textOrNull, batch: textOrNull }).optional(),
          })
          .optional(),
        isSerialManaged: z.literal(true).optional(),
      }),
    ),
    example: { materialNos: ['M-VALVE'] },
  },
}
