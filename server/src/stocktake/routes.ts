import { addAll } from '@kufang/kernel/add-all.ts'
import { countPlanFields } from '@kufang/contract/stocktake/count-plan.ts'
import { stocktaking } from '@kufang/contract/stocktake/stocktaking.ts'
import { rolesForDrafts, rolesForReading } from '@kufang/contract/document/decide.ts'
import type { Fields } from '@kufang/contract/document/declare/field.ts'
import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import { readingRoles } from '@kufang/contract/document/query-roles.ts'
import { documents } from '@kufang/contract/registry.ts'
import { bin } from '@kufang/contract/masters/bin.ts'
import { stockQuery } from '@kufang/contract/stock/stock-query.ts'
import { refuse, refuseAll } from '@kufang/kernel/refusal.ts'
import { z } from 'zod'
import { companyWithin } from '../document/draft/draft-checks.ts'
import { missingFields, readInput } from '../document/input/input.ts'
import { idempotencyKeyOf } from '../platform/http/idempotency-key.ts'
import { requireRole } from '../platform/http/access.ts'
import type { AreaRoutes } from '../platform/http/context.ts'
import { success } from '../platform/http/envelope.ts'
import { actOnce, fingerprintOf } from '../platform/http/idempotency.ts'
import { typed } from '../platform/http/typed-routes.ts'
import type { Session } from '../platform/session/session.ts'
import { isWithinPlace } from '../platform/session/within-place.ts'
import { findOnMap, readBinMap } from './bin-map.ts'
import { investigate } from './investigate.ts'
import { makeSheets, planSheets } from './plan-sheets.ts'
import type { PlanValues } from './select-keys.ts'

/** Who makes counts also plans them. */
export const planRoles: readonly string[] = rolesForDrafts(stocktaking, 'create')

/** Who maintains bins, or reads the stock, sees them on the map. */
export const mapRoles: readonly string[] = [
  ...Object.keys(bin.pages).map((path) => cataloguePage(path).role),
  ...readingRoles(stockQuery, documents),
]

const schema = { tags: ['stocktake'] }
const code = z.string().min(1).max(40)
const location = z.object({ companyCode: code.optional(), plant: code, storageLocation: code })
const foundBy = location.extend({ text: z.string().trim().min(1).max(60) })
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
  addAll(problems, missingFields(fields, { ...raw, ...values }, {}))
  if (problems.length > 0) throw refuseAll(problems)
  return values as PlanValues
}

/** The storage location asked for, of the companies of the person. @throws Refusal `outside-scope` */
function placeWithin(
  session: Session,
  { companyCode, plant, storageLocation }: z.infer<typeof location>,
): { companyCode: string; plant: string; storageLocation: string } {
  const { scope } = session
  if (scope.supplierNo !== null || !isWithinPlace(scope, { plant, storageLocation }))
    throw refuse(
      'outside-scope',
      { what: '库存地点', whatEn: 'Storage location', value: `${plant}/${storageLocation}` },
      { field: 'storageLocation' },
    )
  return { companyCode: companyWithin(session, companyCode), plant, storageLocation }
}

/** Plans of counts, what may explain their differences, and the map of bins. */
export const stocktakeRoutes: AreaRoutes = (app, { database }) => {
  const action = { zh: '生成盘点表', en: 'Make count sheets' }
  const onMap = { zh: '查看货位图', en: 'See the map of bins' }
  typed(app).post(
    '/api/stocktake/bin-map',
    { schema: { ...schema, body: location } },
    async ({ session, body }) => {
      requireRole(session, onMap, ...mapRoles)
      const place = placeWithin(session, body)
      return success(await readBinMap(database, place, session.userId, new Date()))
    },
  )
  typed(app).post(
    '/api/stocktake/bin-map/find',
    { schema: { ...schema, body: foundBy } },
    async ({ session, body }) => {
      requireRole(session, onMap, ...mapRoles)
      const place = placeWithin(session, body)
      return success(await findOnMap(database, session.scope, place, body.text))
    },
  )
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
