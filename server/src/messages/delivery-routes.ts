import type { FastifyInstance } from 'fastify'
import { refuse } from '@kufang/kernel/refusal.ts'
import { z } from 'zod'
import { idempotencyKeyOf } from '../platform/http/idempotency-key.ts'
import { listRequest } from '../platform/list/list-request.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import type { ServerContext } from '../platform/http/context.ts'
import { success } from '../platform/http/envelope.ts'
import { fingerprintOf, withIdempotency } from '../platform/http/idempotency.ts'
import { typed } from '../platform/http/typed-routes.ts'
import { readList } from '../platform/list/read-list.ts'
import type { Session } from '../platform/session/session.ts'
import { resendDelivery } from './deliveries.ts'
import { messageSettingsRole } from './message-view.ts'

/** Routes for the outbox of mail and chat: sent and failed messages with reasons, and resending. */
export function registerDeliveries(app: FastifyInstance, { database }: ServerContext): void {
  const routes = typed(app)
  const config = { roles: [messageSettingsRole] }
  const tags = ['messages']

  routes.post(
    '/api/messages/deliveries/list',
    { config, schema: { tags, body: listRequest.nullish() } },
    async ({ session, body }) =>
      success(
        await readList(database, {
          from: 'message_delivery d',
          columns: {
            id: { sql: 'd.id', kind: 'text', isNotNull: true, type: 'uuid' },
            companyCode: { sql: 'd.company_code', kind: 'text', isNotNull: true },
            createdAt: { sql: 'd.created_at', kind: 'instant', isNotNull: true },
            event: { sql: 'd.event', kind: 'text', isNotNull: true },
            sendType: { sql: 'd.send_type', kind: 'text', isNotNull: true },
            receiverName: { sql: 'd.receiver_name', kind: 'text', isNotNull: true },
            address: { sql: 'd.address', kind: 'text', isNotNull: true },
            title: { sql: 'd.title', kind: 'text', isNotNull: true },
            subjectNo: { sql: 'd.subject_no', kind: 'text', isNotNull: true },
            state: { sql: 'd.state', kind: 'text', isNotNull: true },
            attempts: { sql: 'd.attempts', kind: 'integer', isNotNull: true },
            problem: {
              sql: session.language === 'en' ? 'd.problem_en' : 'd.problem_zh',
              kind: 'text',
            },
            sentAt: { sql: 'd.sent_at', kind: 'instant' },
            createdByName: { sql: 'd.created_by_name', kind: 'text', isNotNull: true },
          },
          key: ['companyCode', 'id'],
          search: ['receiverName', 'address', 'title', 'subjectNo'],
          request: body ?? {},
          scope: { sql: 'd.company_code = any($1::text[])', values: [visibleCompanies(session)] },
          defaultSort: [{ field: 'createdAt', direction: 'desc' }],
          sizeMax: 500,
        }),
      ),
  )

  routes.post(
    '/api/messages/deliveries/:id/resend',
    {
      config,
      schema: {
        tags,
        params: z.object({ id: z.uuid() }),
        body: z.object({ companyCode: z.string().max(10) }),
      },
    },
    async (request) => {
      const { session, body } = request
      const { id } = request.params
      if (!visibleCompanies(session).includes(body.companyCode)) throw notResendable(id)
      const delivery = { companyCode: body.companyCode, id }
      const key = idempotencyKeyOf(request)
      const fingerprint = fingerprintOf('delivery.resend', delivery)
      await database.transaction((tx) =>
        withIdempotency(tx, session, delivery.companyCode, key, fingerprint, async () => {
          if (!(await resendDelivery(tx, delivery))) throw notResendable(id)
          await writeAudit(tx, session, [
            {
              companyCode: delivery.companyCode,
              subjectType: 'message-delivery',
              subjectId: id,
              action: 'resend',
            },
          ])
          return null
        }),
      )
      return success(null)
    },
  )
}

/** Entries for all companies are visible to administrators only. */
function visibleCompanies({ isAdmin, scope }: Session): string[] {
  return isAdmin ? ['', ...scope.companyCodes] : [...scope.companyCodes]
}

const notResendable = (no: string) =>
  refuse('not-found', { subject: '待重发的消息', subjectEn: 'Message to send again', no })
