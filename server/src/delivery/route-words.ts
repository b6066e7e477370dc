import { z } from 'zod'
import { integer, text, textOrNull } from '../platform/openapi/answer-parts.ts'
import type { WordsOfRoutes } from '../platform/openapi/route-operations.ts'
import { stockFirstRoles } from './stock-first.ts'

const stock = z.object({
  lineNo: integer,
  companyCode: text,
  plant: text,
  storageLocation: text,
  storageLocationName: text,
  keeperName: text,
  materialNo: text,
  description: text,
  specification: text,
  manufacturer: text,
  unit: text,
  isEquivalent: z.boolean(),
  available: text,
  held: text,
  holders: z.array(z.object({ documentType: text, documentNo: text, quantity: text })),
  lastIssuedOn: textOrNull,
  isDead: z.boolean(),
})

/** Words of the routes of deliveries that belong to no document. */
export const deliveryRouteWords: WordsOfRoutes = {
  'GET /api/delivery/stock-first/:id': {
    zh: '查询采购申请送货单可利用的库存',
    en: 'Stock that could be taken instead of what a request delivery wants to buy',
    answer: z.object({
      deadMonths: integer,
      requester: z.object({ pickingUnit: text, requester: text }).nullable(),
      own: z.array(stock),
      shared: z.array(stock),
    }),
    codes: ['role-missing', 'not-found'],
    roles: stockFirstRoles,
  },
}
