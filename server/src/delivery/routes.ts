import { requestDelivery } from '@kufang/contract/delivery/request-delivery.ts'
import { rolesFor } from '@kufang/contract/document/decide.ts'
import { z } from 'zod'
import { requireRole } from '../platform/http/access.ts'
import type { AreaRoutes } from '../platform/http/context.ts'
import { success } from '../platform/http/envelope.ts'
import { typed } from '../platform/http/typed-routes.ts'
import { readStockFirst } from './stock-first.ts'

/** Who decides about request deliveries, and the buyers, who should look first themselves. */
const roles = [
  ...new Set([...rolesFor(requestDelivery, 'takeStock'), ...rolesFor(requestDelivery, 'submit')]),
]
const identified = z.object({ id: z.uuid() })

/** What there is of goods that are to be bought. */
export const deliveryRoutes: AreaRoutes = (app, { database }) => {
  typed(app).get(
    '/api/delivery/stock-first/:id',
    { schema: { tags: ['delivery'], params: identified } },
    async ({ session, params }) => {
      requireRole(session, { zh: '查看可利用的库存', en: 'See stock that could be used' }, ...roles)
      return success(await readStockFirst(database, session, params.id))
    },
  )
}
