import { z } from 'zod'
import { requireRole } from '../platform/http/access.ts'
import type { AreaRoutes } from '../platform/http/context.ts'
import { success } from '../platform/http/envelope.ts'
import { typed } from '../platform/http/typed-routes.ts'
import { readStockFirst, stockFirstRoles } from './stock-first.ts'

const identified = z.object({ id: z.uuid() })

/** What there is of goods that are to be bought. */
export const deliveryRoutes: AreaRoutes = (app, { database }) => {
  typed(app).get(
    '/api/delivery/stock-first/:id',
    { schema: { tags: ['delivery'], params: identified } },
    async ({ session, params }) => {
      requireRole(
        session,
        { zh: '查看可利用的库存', en: 'See stock that could be used' },
        ...stockFirstRoles,
      )
      return success(await readStockFirst(database, session, params.id))
    },
  )
}
