import { countPlanFields } from '@kufang/contract/stocktake/count-plan.ts'
import { stocktaking } from '@kufang/contract/stocktake/stocktaking.ts'
import { rolesForDrafts, rolesForReading } from '@kufang/contract/document/decide.ts'
import type { Fields } from '@kufang/contract/document/declare/field.ts'
import { refuseAll } from '@kufang/kernel/refusal.ts'
import { z } from 'zod'
import { companyWithin } from '../document/draft/draft-checks.ts'
import { missingFields, readInput } from '../document/draft/input.ts'
import { idempotencyKeyOf } from '../document/routes/requests.ts'
import { requireRole } from '../platform/http/access.ts'
import type { AreaRoutes } from '../platform/http/context.ts'
import { success } from '../platform/http/envelope.ts'
import { actOnce, fingerprintOf } from '../platform/http/idempotency.ts'
import { typed } from '../platform/http/typed-routes.ts'
import { investigate } from './investigate.ts'
import { makeSheets, planSheets } from './plan-sheets.ts'
import type { PlanValues } from './select-keys.ts'

/** Who makes counts also plans them. */
export const planRoles: readonly string[] = rolesForDrafts(stocktaking, 'create')

const schema = { tags: ['stocktake'] }
const planned = z.object({
  companyCode: z.string().max(10).optional(),
  plan: z.record(z.string(), z.unknown()),
})
const identified = z.object({ id: z.uuid() })

/** The values of a plan, by the fields of the page; what a type of count needs is required. */
function readPlan(raw: Readonly<Record<string, unknown>>): PlanValues {
  const { countType } = raw
  const fields: Fields = {
    ...countPlanFields,
    ...(countType === 'movement' && {
      movedSince: { ...countPlanFields.movedSince, required: true },
    }),
    ...(countType === 'spot' && {
      sampleSize: { ...countPlanFields.sampleSize, required: true },
    }),
  }
  const { values, problems } = readInput(fields, raw, { accepts: () => true })
  problems.push(...missingFields(fields, { ...raw, ...values }, {}))
  if (problems.length > 0) throw refuseAll(problems)
  return values as PlanValues
}

/** Plans of counts, and what may explain their differences. */
export const stocktakeRoutes: AreaRoutes = (app, { database }) => {
  const action = { zh: '生成盘点表', en: 'Make count sheets' }
  typed(app).post(
    '/api/stocktake/plan',
    { schema: { ...schema, body: planned } },
    async ({ session, body }) => {
      requireRole(session, action, ...planRoles)
      const companyCode = companyWithin(session, body.companyCode)
      return success(await planSheets(database, session, companyCode, readPlan(body.plan)))
    },
  )
  typed(app).post(
    '/api/stocktake/sheets',
    { schema: { ...schema, body: planned } },
    async (request) => {
      const { session, body } = request
      requireRole(session, action, ...planRoles)
      const companyCode = companyWithin(session, body.companyCode)
      const plan = readPlan(body.plan)
      return success(
        await actOnce(
          database,
          session,
          companyCode,
          idempotencyKeyOf(request),
          fingerprintOf('count-sheets', companyCode, plan),
          (tx) => makeSheets(tx, session, companyCode, plan),
        ),
      )
    },
  )
  typed(app).get(
    '/api/stocktake/investigation/:id',
    { schema: { ...schema, params: identified } },
    async ({ session, params }) => {
      requireRole(
        session,
        { zh: '查看盘点差异的线索', en: 'See what may explain a difference' },
        ...rolesForReading(stocktaking),
      )
      return success(await investigate(database, session, params.id))
    },
  )
}
