import { z } from 'zod'
import { signatureRules } from '@kufang/contract/document/evidence.ts'
import { id, label, text } from '../../platform/openapi/answer-parts.ts'
import type { WordsOfRoutes } from '../../platform/openapi/route-operations.ts'

/** Words of the routes that find documents of all types. */
export const documentRouteWords: WordsOfRoutes = {
  'POST /api/finding/documents': {
    zh: '按单据号查找单据',
    en: 'Find documents by number',
    answer: z.array(
      z.object({
        documentType: text,
        id,
        docNo: text,
        state: text,
        title: label,
        stateLabel: label,
      }),
    ),
    example: { text: 'RK202611' },
  },
  'POST /api/finding/chain': {
    zh: '按上下游单据号查找单据',
    en: 'Find documents of a type by any number of their chain',
    answer: z.array(text),
    example: { text: '4500000001', documentType: 'goods-receipt' },
    codes: ['not-found', 'role-missing'],
  },
  'GET /api/hand-over/rule': {
    zh: '查询公司对交接签名的要求',
    en: 'Whether a company requires a signature at hand-overs',
    answer: z.object({ signature: z.enum(signatureRules) }),
    codes: ['not-found'],
  },
}
