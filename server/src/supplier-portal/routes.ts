import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import {
  announcePath,
  noteStates,
  supplierTiles,
} from '@kufang/contract/supplier-portal/supplier-home.ts'
import { companyToday } from '@kufang/kernel/company-day.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import type { AreaRoutes } from '../platform/http/context.ts'
import { success } from '../platform/http/envelope.ts'
import { typed } from '../platform/http/typed-routes.ts'
import { readSupplierHome } from './read-home.ts'

/** The role codes of the pages that its tiles open. */
const roles = [
  ...new Set([
    announcePath,
    ...Object.values(noteStates).flat(),
    ...Object.values(supplierTiles).flatMap(({ list }) => list(companyToday()).pages),
  ]),
].map((path) => cataloguePage(path).role)

/** The home page of a person who signs in for a supplier. */
export const supplierPortalRoutes: AreaRoutes = (app, { database }) => {
  typed(app).post(
    '/api/supplier-portal/home',
    { config: { roles }, schema: { tags: ['supplier-portal'] } },
    async ({ session }) => {
      const { supplierNo } = session.scope
      // Staff see the work of all suppliers on their own pages, and have no supplier whose home page this would be.
      if (supplierNo === null)
        throw refuse('outside-scope', {
          what: '供应商门户',
          whatEn: 'Supplier portal',
          value: session.account,
        })
      return success(await readSupplierHome(database, session, supplierNo))
    },
  )
}
