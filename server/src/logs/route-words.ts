import { z } from 'zod'
import { anything, id, integer, text } from '../platform/openapi/answer-parts.ts'
import type { WordsOfRoutes } from '../platform/openapi/route-operations.ts'

const posting = z.object({
  postingId: id,
  documentNo: text,
  state: text,
  materialDocument: text,
  materialDocumentYear: text,
  closedReason: text,
})
const ofPostings = ['not-found', 'posting-in-flight', 'posting-not-retryable'] as const

/** Words of the routes of logs, postings and alarms besides their queries. */
export const logRouteWords: WordsOfRoutes = {
  'GET /api/erp/calls/:id': {
    zh: 'ERP 调用的完整内容',
    en: 'The complete exchange of a call of the ERP',
    answer: z.object({
      method: text,
      url: text,
      request: text,
      reply: text,
      httpStatus: integer,
      durationMs: integer,
    }),
    codes: ['not-found'],
  },
  'GET /api/logs/operations/:id': {
    zh: '操作前后的内容',
    en: 'What was before and after an operation',
    answer: z.object({ before: anything.nullable(), after: anything.nullable() }),
    codes: ['not-found'],
  },
  'POST /api/erp/postings/:id/retry': {
    zh: '重发过账',
    en: 'Retry a posting',
    answer: posting,
    codes: ofPostings,
    isOnce: true,
  },
  'POST /api/erp/postings/:id/ignore': {
    zh: '放弃过账',
    en: 'Give a posting up, with a reason',
    answer: posting,
    codes: [...ofPostings, 'reason-required'],
    isOnce: true,
  },
  'POST /api/erp/postings/:id/close': {
    zh: '用 ERP 凭证号关闭过账',
    en: "Close a posting with the ERP's number",
    answer: posting,
    example: { reason: 'ERP 中已过账', materialDocument: '5000000123', year: '2026' },
    codes: [...ofPostings, 'reason-required', 'number-by-requester'],
    isOnce: true,
  },
  'POST /api/erp/alarms/:id/resolve': {
    zh: '处理警报',
    en: 'Mark an alarm as handled, with a remark',
    answer: z.object({ id }),
    codes: ['not-found'],
    isOnce: true,
  },
}
