import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import { stockQuery } from '@kufang/contract/stock/stock-query.ts'
import { z } from 'zod'
import { maySeeAmounts } from '../document/list/list.ts'
import { readingRoles } from '../document/routes/query-routes.ts'
import { idempotencyKeyOf, listRequest } from '../document/routes/requests.ts'
import type { AreaRoutes } from '../platform/http/context.ts'
import { success } from '../platform/http/envelope.ts'
import { fingerprintOf, withIdempotency } from '../platform/http/idempotency.ts'
import { typed } from '../platform/http/typed-routes.ts'
import { readStockAsOf } from './queries/as-of-list.ts'
import { readErpStock } from './erp-stock.ts'
import { changePeriod, listPeriods } from './periods/period-list.ts'
import { runProofs } from './proofs.ts'
import { readStockOverview } from './queries/overview.ts'
import { readHistory } from './queries/read-history.ts'

const roleOf = (path: string): string => cataloguePage(path).role
/** Past stock and the moves behind a quantity are for whoever reads the list. */
const stockRoles = readingRoles(stockQuery)
/** …and for whoever reads the report of a month, which opens them. */
const historyRoles = [...stockRoles, roleOf('/reportForms/periodStockHistory')]
const erpRoles = [roleOf('/Stock/sapStockSearch')]
const periodRoles = [roleOf('/system/systemPageSetup')]

const code = z.string().min(1).max(40)
const instant = z.iso.datetime({ offset: true })
const history = z.object({
  keyId: z.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
  companyCode: code.optional(),
  filters: listRequest.shape.filters,
  search: listRequest.shape.search,
  from: instant.optional(),
  to: instant.optional(),
  cursor: listRequest.shape.cursor,
  size: z.number().int().min(1).max(200).optional(),
})
const erpStock = z.object({
  companyCode: code.optional(),
  plant: code,
  storageLocation: code.optional(),
  materialNo: code.optional(),
})
const period = z.object({
  companyCode: code,
  period: z.string().regex(/^\d{4}(0[1-9]|1[0-2])$/),
  act: z.enum(['open', 'close']),
})

/** What lay where at a moment, how it came there, what the ERP says of it; posting periods and the ledger's proofs. */
export const stockRoutes: AreaRoutes = (app, context) => {
  const { database } = context
  const routes = typed(app)
  const schema = { tags: ['stock'] }
  const reading = { roles: stockRoles }

  routes.post(
    '/api/stock/as-of',
    { config: reading, schema: { ...schema, body: listRequest.extend({ at: instant }) } },
    async (request) => {
      const { at, ...list } = request.body
      return success(await readStockAsOf(database, request.session, new Date(at), list))
    },
  )
  routes.post(
    '/api/stock/history',
    { config: { roles: historyRoles }, schema: { ...schema, body: history } },
    async (request) =>
      success(
        await readHistory(database, request.session, request.body, maySeeAmounts(request.session)),
      ),
  )
  routes.post(
    '/api/stock/erp',
    { config: { roles: erpRoles }, schema: { ...schema, body: erpStock } },
    async (request) => success(await readErpStock(context, request.session, request.body)),
  )
  routes.post('/api/stock/overview', { config: reading, schema }, async (request) =>
    success(await readStockOverview(database, request.session.scope, new Date())),
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
            () => changePeriod(tx, session, body),
          ),
        ),
      )
    },
  )
}
