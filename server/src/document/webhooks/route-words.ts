import { z } from 'zod'
import { id, instant, integer, text, textOrNull } from '../../platform/openapi/answer-parts.ts'
import type { WordsOfRoutes } from '../../platform/openapi/route-operations.ts'

const delivery = z.object({
  id,
  companyCode: text,
  receiverName: text,
  documentType: text,
  documentNo: text,
  stateBefore: text,
  stateAfter: text,
  occurredAt: instant,
  state: text,
  attempts: integer,
  dueAt: instant,
  sentAt: instant.nullable(),
  problem: textOrNull,
})

const receiver = {
  name: '立库系统',
  url: 'https://wcs.example.com/kufang',
  account: 'wcs',
  documents: { 'goods-receipt': ['reviewed'] },
  companyCodes: ['1010'],
}

const ofReceivers = [
  'administrator-only',
  'address-not-permitted',
  'address-not-encrypted',
  'account-unknown',
  'not-technical',
  'webhook-name-used',
] as const

/** Words of the routes of webhooks. */
export const webhookRouteWords: WordsOfRoutes = {
  'GET /api/webhooks/receivers': {
    zh: '状态推送的接收方列表',
    en: 'List the receivers of webhooks',
    codes: ['administrator-only'],
  },
  'POST /api/webhooks/receivers': {
    zh: '新建状态推送的接收方',
    en: 'Create a receiver of webhooks; its secret is shown only in this answer',
    example: receiver,
    codes: ofReceivers,
  },
  'PUT /api/webhooks/receivers/:id': {
    zh: '修改状态推送的接收方',
    en: 'Change a receiver of webhooks',
    example: { ...receiver, version: 1 },
    codes: [...ofReceivers, 'not-found', 'version-stale'],
    isOnce: true,
  },
  'POST /api/webhooks/receivers/:id/secret': {
    zh: '更换接收方的密钥',
    en: 'Replace the secret of a receiver; the new one is shown only in this answer',
    example: { overlapHours: 24 },
    codes: ['administrator-only', 'not-found'],
  },
  'POST /api/webhooks/receivers/:id/delete': {
    zh: '删除状态推送的接收方，日志保留',
    en: 'Delete a receiver of webhooks; its log stays readable',
    example: { version: 1 },
    codes: ['administrator-only', 'not-found', 'version-stale'],
    isOnce: true,
  },
  'POST /api/webhooks/deliveries/list': {
    zh: '推送日志',
    en: 'List the log of webhooks',
    answer: z.object({
      rows: z.array(delivery),
      nextCursor: textOrNull,
      total: integer.optional(),
      totalIsCapped: z.boolean().optional(),
      totals: z.record(text, text).optional(),
    }),
    codes: ['administrator-only', 'column-unknown', 'input-invalid'],
  },
  'GET /api/webhooks/deliveries/:companyCode/:id': {
    zh: '读取一次推送及其各次应答',
    en: 'Read an event with the answer to each attempt',
    codes: ['administrator-only', 'not-found'],
  },
  'POST /api/webhooks/deliveries/:companyCode/:id/resend': {
    zh: '重发推送',
    en: 'Send an event again',
    codes: ['administrator-only', 'not-found'],
    isOnce: true,
  },
}
