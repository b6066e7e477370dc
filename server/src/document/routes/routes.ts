import type { AreaRoutes } from '../../platform/http/context.ts'
import { documentAheadRoutes } from './ahead-routes.ts'
import { documentChangeRoutes } from './change-routes.ts'
import { documentDetailRoutes } from './detail-routes.ts'
import { handOverRoutes } from './hand-over-routes.ts'
import { findingRoutes } from '../list/find-number.ts'
import { documentListRoutes } from './list-routes.ts'

/** The routes of all document types: one set, whatever the type. */
export const documentRoutes: AreaRoutes = (app, context) => {
  documentListRoutes(app, context)
  documentChangeRoutes(app, context)
  documentDetailRoutes(app, context)
  documentAheadRoutes(app, context)
  findingRoutes(app, context)
  handOverRoutes(app, context)
}
