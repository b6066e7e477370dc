import { rolesForDrafts, rolesForReading } from '@kufang/contract/document/decide.ts'
import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import { serialNumberMoveQuery } from '@kufang/contract/stock/serial-number-query.ts'
import { stockQuery } from '@kufang/contract/stock/stock-query.ts'
import { z } from 'zod'
import { readingRoles } from '@kufang/contract/document/query-roles.ts'
import { documents } from '@kufang/contract/registry.ts'
import { idempotencyKeyOf } from '../platform/http/idempotency-key.ts'
import type { AreaRoutes } from '../platform/http/context.ts'
import { success } from '../platform/http/envelope.ts'
import { fingerprintOf, withIdempotency } from '../platform/http/idempotency.ts'
import { typed } from '../platform/http/typed-routes.ts'
import {
  answerDecision,
  decisionBody,
  decisionParams,
} from '../platform/approval/decision-route.ts'
import { stockInitialisation } from '@kufang/contract/stock/stock-initialisation.ts'
import { readErpStock, readErpStockToTakeOver } from './erp-stock.ts'
import { decidePeriodChange, listPeriods, requestPeriodChange } from './periods/period-list.ts'
import { compareBooks, readGoingLive } from './going-live.ts'
import { runProofs } from '../ledger/public.ts'
import { listBinChoices } from '../bins/public.ts'
import { findSerialNumbers } from './queries/find-serial-numbers.ts'
import { readStockOverview } from './queries/overview.ts'
import { readHolds } from './queries/read-holds.ts'

const roleOf = (path: string): string => cataloguePage(path).role
const stockRoles = readingRoles(stockQuery, documents)
const erpRoles = [roleOf('/Stock/sapStockSearch')]
const openingRoles = rolesForDrafts(stockInitialisation, 'create')
const goingLiveRoles = rolesForReading(stockInitialisation)
/** Who puts goods into bins, besides those who read the stock. */
const storingRoles = [
  ...stockRoles,
  roleOf('/receive/receivingGoodsWarehouse'),
  roleOf('/dump/dumpFormCreate'),
  roleOf('/dump/dumpFormEdit'),
  roleOf('/locationAdjust/locationAdjustCreate'),
  roleOf('/pickings/chemicalDump'),
  roleOf('/pickings/pickingEdit'),
]
const periodRoles = [roleOf('/system/systemPageSetup')]

const code = z.string().min(1).max(40)
const erpStock = z.object({
  companyCode: code.optional(),
  plant: code,
  storageLocation: code.optional(),
  materialNo: code.optional(),
})
const serialNumber = z.object({
  text: z.string().trim().min(1).max(40),
  materialNo: code.optional(),
})
const location = z.object({ plant: code, storageLocation: code })
const stockRow = z.object({ companyCode: code, keyId: z.int().positive() })
const goodsForBin = z.object({
  companyCode: code.optional(),
  plant: code,
  storageLocation: code,
  materialNo: code,
  batch: z.string().max(20).optional(),
  quantity: z.string().max(24).optional(),
  exceptBin: z.string().max(40).optional(),
})
const period = z.object({
  companyCode: code,
  period: z.string().regex(/^\d{4}(0[1-9]|1[0-2])$/),
  act: z.enum(['open', 'close']),
  reason: z.string().trim().min(1).max(200),
  /** The numbers of documents that are left unposted. */
  unposted: z.array(code).max(200).default([]),
})

/** Routes for the stock overview, pieces by serial number, the ERP comparison, what the ERP holds of a location to take over, posting periods and the proofs of the ledger. */
// oxlint-disable-next-line max-lines-per-function -- one list of routes
export const stockRoutes: AreaRoutes = (app, context) => {
  const { database } = context
  const routes = typed(app)
  const schema = { tags: ['stock'] }
  const reading = { roles: stockRoles }

  routes.post(
    '/api/stock/erp',
    { config: { roles: erpRoles }, schema: { ...schema, body: erpStock } },
    async (request) => success(await readErpStock(context, request.session, request.body)),
  )
  routes.post(
    '/api/stock/erp-reading',
    { config: { roles: openingRoles }, schema: { ...schema, body: location } },
    async (request) =>
      success(await readErpStockToTakeOver(context, request.session, request.body)),
  )
  routes.get(
    '/api/stock/going-live',
    { config: { roles: goingLiveRoles }, schema },
    async (request) => success(await readGoingLive(database, request.session.scope)),
  )
  routes.post(
    '/api/stock/going-live/compare',
    { config: { roles: goingLiveRoles }, schema: { ...schema, body: location } },
    async (request) => success(await compareBooks(context, request.session, request.body)),
  )
  routes.post('/api/stock/overview', { config: reading, schema }, async (request) =>
    success(await readStockOverview(database, request.session.scope, new Date())),
  )
  routes.post(
    '/api/stock/holds',
    { config: reading, schema: { ...schema, body: stockRow } },
    async ({ session, body }) => success(await readHolds(database, session.scope, body)),
  )
  routes.post(
    '/api/stock/bin-choices',
    { config: { roles: storingRoles }, schema: { ...schema, body: goodsForBin } },
    async ({ session, body }) => success(await listBinChoices(database, session.scope, body)),
  )
  routes.post(
    '/api/finding/serial-numbers',
    {
      config: { roles: readingRoles(serialNumberMoveQuery, documents) },
      schema: { ...schema, body: serialNumber },
    },
    async ({ session, body }) => success(await findSerialNumbers(database, session.scope, body)),
  )
  routes.get('/api/stock/proofs', { config: { roles: ['admin'] }, schema }, async () =>
    success(await database.snapshot((tx) => runProofs(tx))),
  )
  routes.get('/api/stock/periods', { config: { roles: periodRoles }, schema }, async (request) =>
    success(await database.snapshot((tx) => listPeriods(tx, request.session))),
  )
  routes.post(
    '/api/stock/periods',
    { config: { roles: periodRoles }, schema: { ...schema, body: period } },
    async (request) => {
      const { session, body } = request
      const key = idempotencyKeyOf(request)
      return success(
        await database.transaction((tx) =>
          withIdempotency(
            tx,
            session,
            body.companyCode,
            key,
            fingerprintOf('period.change', body),
            () => requestPeriodChange(tx, session, body),
          ),
        ),
      )
    },
  )
  routes.post(
    '/api/stock/periods/changes/:id/:act',
    {
      config: { roles: periodRoles },
      schema: { ...schema, params: decisionParams, body: decisionBody },
    },
    (request) =>
      answerDecision(database, request, { rule: 'accounting-period' }, (tx, given) =>
        decidePeriodChange(tx, request.session, given),
      ),
  )
}
