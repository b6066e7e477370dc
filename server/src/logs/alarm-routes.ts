import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import { z } from 'zod'
import { idempotencyKeyOf } from '../platform/http/idempotency-key.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { resolveAlarm } from '../erp/alarm.ts'
import type { AreaRoutes } from '../platform/http/context.ts'
import { success } from '../platform/http/envelope.ts'
import { fingerprintOf, withIdempotency } from '../platform/http/idempotency.ts'
import { typed } from '../platform/http/typed-routes.ts'
import { alarmScope } from './log-scope.ts'

const identified = z.object({ id: z.uuid() })
const resolution = z.object({
  companyCode: z.string().max(10),
  resolution: z.string().trim().min(1).max(200),
})

/** Route to mark an alarm as handled with a remark (/log/messageLogQuery); it stays in the list. */
export const alarmRoutes: AreaRoutes = (app, { database }) => {
  typed(app).post(
    '/api/erp/alarms/:id/resolve',
    {
      config: { roles: [cataloguePage('/log/messageLogQuery').role] },
      schema: { tags: ['logs'], params: identified, body: resolution },
    },
    async (request) => {
      const { session, params, body } = request
      const key = idempotencyKeyOf(request)
      if (!session.scope.companyCodes.includes(body.companyCode)) throw unknown(params.id)
      const scope = alarmScope(session, 3)
      const [visible] = await database.query(
        `select from erp_alarm a left join erp_posting p on p.company_code = a.company_code and p.id = a.posting_id
         where a.company_code = $1 and a.id = $2 and ${scope.sql}`,
        [body.companyCode, params.id, ...scope.values],
      )
      if (visible === undefined) throw unknown(params.id)
      return success(
        await database.transaction((tx) =>
          withIdempotency(
            tx,
            session,
            body.companyCode,
            key,
            fingerprintOf('alarm.resolve', params.id, body),
            async () => {
              const alarm = { ...body, alarmId: params.id, userId: session.userId }
              const documentNo = await resolveAlarm(tx, alarm)
              if (documentNo === undefined) throw unknown(params.id)
              await writeAudit(tx, session, [
                {
                  companyCode: body.companyCode,
                  subjectType: 'erp-alarm',
                  subjectId: params.id,
                  subjectNo: documentNo,
                  action: 'resolve',
                  after: { resolution: body.resolution },
                },
              ])
              return { id: params.id }
            },
          ),
        ),
      )
    },
  )
}

const unknown = (id: string) =>
  refuse('not-found', { subject: '待处理警报', subjectEn: 'Open alarm', no: id })
