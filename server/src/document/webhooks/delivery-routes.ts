import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { WebhookAttempt } from '@kufang/contract/document/webhook.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import type { ServerContext } from '../../platform/http/context.ts'
import { answerOf, success } from '../../platform/http/envelope.ts'
import { fingerprintOf, withIdempotency } from '../../platform/http/idempotency.ts'
import { typed } from '../../platform/http/typed-routes.ts'
import { readList } from '../../platform/list/read-list.ts'
import { idempotencyKeyOf } from '../../platform/http/idempotency-key.ts'
import { listRequest } from '../../platform/list/list-request.ts'
import { mustAdminister, webhookRole } from './administer.ts'
import { resendDelivery } from './delivery-queue.ts'
import { deliveryChannel } from './queue-states.ts'

const key = z.object({ companyCode: z.string().min(1).max(10), id: z.uuid() })
const attemptSchema = z.object({
  at: z.string(),
  durationMs: z.number().int(),
  status: z.number().int().nullable(),
  answer: z.string(),
  problemZh: z.string(),
  problemEn: z.string(),
})
const detailSchema = z.object({
  url: z.string(),
  body: z.string(),
  attempts: z.array(attemptSchema),
})

/** Routes for the log of webhooks: what was sent, what was answered, and sending it again. */
// oxlint-disable-next-line max-lines-per-function -- one list of routes
export function registerWebhookDeliveries(app: FastifyInstance, { database }: ServerContext): void {
  const routes = typed(app)
  const config = { roles: [webhookRole] }
  const tags = ['webhooks']

  routes.post(
    '/api/webhooks/deliveries/list',
    {
      config,
      schema: {
        tags,
        operationId: 'listWebhookDeliveries',
        summary: 'The log of webhooks, newest first',
        description: 'Events that ended are kept for 30 days. For administrators.',
        body: listRequest.nullish(),
      },
    },
    async ({ session, body }) => {
      mustAdminister(session)
      return success(
        await readList(database, {
          from: 'webhook_delivery d join webhook_receiver r on r.id = d.receiver_id',
          columns: {
            id: { sql: 'd.id', kind: 'text', isNotNull: true, type: 'uuid' },
            companyCode: { sql: 'd.company_code', kind: 'text', isNotNull: true },
            receiverName: { sql: 'r.name', kind: 'text', isNotNull: true },
            documentType: { sql: 'd.document_type', kind: 'text', isNotNull: true },
            documentNo: { sql: 'd.document_no', kind: 'text', isNotNull: true },
            stateBefore: { sql: 'd.state_before', kind: 'text', isNotNull: true },
            stateAfter: { sql: 'd.state_after', kind: 'text', isNotNull: true },
            occurredAt: { sql: 'd.occurred_at', kind: 'instant', isNotNull: true },
            state: { sql: 'd.state', kind: 'text', isNotNull: true },
            attempts: { sql: 'd.attempts', kind: 'integer', isNotNull: true },
            dueAt: { sql: 'd.due_at', kind: 'instant', isNotNull: true },
            sentAt: { sql: 'd.sent_at', kind: 'instant' },
            problem: {
              sql: session.language === 'en' ? 'd.problem_en' : 'd.problem_zh',
              kind: 'text',
            },
          },
          key: ['companyCode', 'id'],
          search: ['receiverName', 'documentNo'],
          request: body ?? {},
          scope: { sql: 'true', values: [] },
          defaultSort: [{ field: 'occurredAt', direction: 'desc' }],
          sizeMax: 500,
        }),
      )
    },
  )

  routes.get(
    '/api/webhooks/deliveries/:companyCode/:id',
    {
      config,
      schema: {
        tags,
        operationId: 'getWebhookDelivery',
        summary: 'An event with the body sent last and the answer to each attempt',
        description: 'For administrators.',
        params: key,
        response: {
          200: answerOf(detailSchema, {
            url: 'https://wcs.example.com/kufang',
            body: '{"type":"goods-receipt.reviewed"}',
            attempts: [
              {
                at: '2026-11-25T02:00:01.000Z',
                durationMs: 41,
                status: 200,
                answer: 'ok',
                problemZh: '',
                problemEn: '',
              },
            ],
          }),
        },
      },
    },
    async ({ session, params }) => {
      mustAdminister(session)
      const [found] = await database.query<{ url: string; body: string }>(
        `select r.url, d.body from webhook_delivery d join webhook_receiver r on r.id = d.receiver_id
         where d.company_code = $1 and d.id = $2`,
        [params.companyCode, params.id],
      )
      if (found === undefined) throw unknown(params.id)
      const attempts = await database.query<WebhookAttempt>(
        `select at, duration_ms, status, answer, problem_zh, problem_en from webhook_attempt
         where company_code = $1 and delivery_id = $2 order by at desc limit 100`,
        [params.companyCode, params.id],
      )
      return success({ ...found, attempts })
    },
  )

  routes.post(
    '/api/webhooks/deliveries/:companyCode/:id/resend',
    {
      config,
      schema: {
        tags,
        operationId: 'resendWebhookDelivery',
        summary: 'Sends an event again, under the same webhook-id',
        description:
          'Also one that has arrived. It may then arrive after later states of its document: see occurredAt.',
        params: key,
        response: { 200: answerOf(z.null(), null) },
      },
    },
    async (request) => {
      const { session, params } = request
      mustAdminister(session)
      const intended = idempotencyKeyOf(request)
      const fingerprint = fingerprintOf('webhook.resend', params)
      await database.transaction((tx) =>
        withIdempotency(tx, session, params.companyCode, intended, fingerprint, async () => {
          if (!(await resendDelivery(tx, params))) throw unknown(params.id)
          await writeAudit(tx, session, [
            {
              companyCode: params.companyCode,
              subjectType: 'webhook-delivery',
              subjectId: params.id,
              action: 'resend',
            },
          ])
          tx.announce(deliveryChannel, '')
          return null
        }),
      )
      return success(null)
    },
  )
}

const unknown = (no: string) =>
  refuse('not-found', { subject: '可重发的推送', subjectEn: 'Webhook to send again', no })
