import { documentAttachmentRoutes } from './document/attachments.ts'
import { documentRoutes } from './document/routes.ts'
import './effects.ts'
import { identityRoutes } from './identity/routes.ts'
import { masterRoutes } from './masters/routes.ts'
import { operationLogRoutes } from './platform/audit/operation-log-routes.ts'
import type { AreaRoutes } from './platform/http/context.ts'
import { systemRoutes } from './system/routes.ts'

/** The one list of everything that answers requests; an area adds its line here. */
export const areaRoutes: readonly AreaRoutes[] = [identityRoutes, documentRoutes, documentAttachmentRoutes, operationLogRoutes, masterRoutes, systemRoutes]
