import { documentAttachmentRoutes, uploadRoutes } from './document/routes/attachments.ts'
import { openApiRoutes } from './document/openapi/openapi-routes.ts'
import { documentRoutes } from './document/routes/routes.ts'
import { queryRoutes } from './document/routes/query-routes.ts'
import { webhookRoutes } from './document/webhooks/routes.ts'
import { deliveryRoutes } from './delivery/routes.ts'
import './effects.ts'
import { legacyRoutes } from './legacy-documents/legacy-routes.ts'
import { externalDocumentRoutes } from './external-documents/routes.ts'
import { identityRoutes } from './identity/routes.ts'
import { issueRoutes } from './issue/routes.ts'
import { alarmRoutes } from './logs/alarm-routes.ts'
import { logDetailRoutes } from './logs/detail-routes.ts'
import { postingRoutes } from './logs/posting-routes.ts'
import { classificationRoutes } from './masters/classification-routes.ts'
import { masterRoutes } from './masters/routes.ts'
import { accountMessages } from './messages/account-messages.ts'
import { livePushes } from './messages/live-pushes.ts'
import { messageRoutes } from './messages/routes.ts'
import { overdueRoutes } from './overdue/routes.ts'
import type { AreaRoutes } from './platform/http/context.ts'
import { preferenceRoutes } from './platform/preferences/preference-routes.ts'
import { liveRoutes } from './platform/live/live-routes.ts'
import { boundQueries } from './queries.ts'
import { routeWords, tagWords } from './route-words.ts'
import { rightsSurroundings } from './rights-surroundings.ts'
import { safeStockRoutes } from './safe-stock/routes.ts'
import { stockRoutes } from './stock/routes.ts'
import { stocktakeRoutes } from './stocktake/routes.ts'
import { supplierPortalRoutes } from './supplier-portal/routes.ts'
import { erpInterfaceRoutes } from './system/erp-interface-routes.ts'
import { erpMovementRuleRoutes } from './system/erp-movement-rule-routes.ts'
import { systemRoutes } from './system/routes.ts'
import { transferRoutes } from './transfer/routes.ts'

/** The only list of all routes; an area adds its line here. */
export const areaRoutes: readonly AreaRoutes[] = [
  // First, because it describes those after it.
  openApiRoutes({ routeWords, tagWords }),
  identityRoutes(accountMessages, rightsSurroundings),
  documentRoutes,
  documentAttachmentRoutes,
  uploadRoutes,
  preferenceRoutes,
  queryRoutes(boundQueries),
  masterRoutes,
  classificationRoutes,
  systemRoutes,
  erpInterfaceRoutes,
  erpMovementRuleRoutes,
  stockRoutes,
  safeStockRoutes,
  stocktakeRoutes,
  externalDocumentRoutes,
  legacyRoutes,
  overdueRoutes,
  transferRoutes,
  deliveryRoutes,
  issueRoutes,
  supplierPortalRoutes,
  postingRoutes,
  alarmRoutes,
  logDetailRoutes,
  messageRoutes,
  webhookRoutes,
  liveRoutes(livePushes),
]
