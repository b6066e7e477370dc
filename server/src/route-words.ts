import type { Label } from '@kufang/contract/document/declare/label.ts'
import { deliveryRouteWords } from './delivery/route-words.ts'
import { documentRouteWords } from './document/routes/route-words.ts'
import { webhookRouteWords } from './document/webhooks/route-words.ts'
import { legacyRouteWords } from './legacy-documents/legacy-route-words.ts'
import { externalDocumentRouteWords } from './external-documents/route-words.ts'
import { identityRouteWords } from './identity/route-words.ts'
import { issueRouteWords } from './issue/route-words.ts'
import { logRouteWords } from './logs/route-words.ts'
import { masterRouteWords } from './masters/route-words.ts'
import { messageRouteWords } from './messages/route-words.ts'
import { overdueRouteWords } from './overdue/route-words.ts'
import { fileRouteWords } from './platform/files/route-words.ts'
import type { WordsOfRoutes } from './platform/openapi/route-operations.ts'
import { preferenceRouteWords } from './platform/preferences/route-words.ts'
import { safeStockRouteWords } from './safe-stock/route-words.ts'
import { stockRouteWords } from './stock/route-words.ts'
import { stocktakeRouteWords } from './stocktake/route-words.ts'
import { supplierPortalRouteWords } from './supplier-portal/route-words.ts'
import { systemRouteWords } from './system/route-words.ts'
import { transferRouteWords } from './transfer/route-words.ts'

/** What the routes of a tag are about, besides documents, masters and queries of the area. */
export const tagWords: Readonly<Record<string, Label>> = {
  session: { zh: '登录、个人信息与密码', en: 'Signing in, profile and password' },
  users: { zh: '用户账号', en: 'User accounts' },
  'technical-accounts': { zh: '技术账号与令牌', en: 'Accounts of programs and their tokens' },
  webhooks: { zh: '单据状态推送', en: 'Webhooks for states of documents' },
  rights: { zh: '角色、按钮权限与数据范围', en: 'Roles, function codes and data scopes' },
  configuration: { zh: '部署与身份认证配置', en: 'Deployment and identity provider' },
  files: { zh: '文件与附件', en: 'Files and attachments' },
  attachments: { zh: '单据附件', en: 'Attachments of documents' },
  preferences: { zh: '个人设置与共享视图', en: 'Preferences and shared views' },
  documents: { zh: '跨单据的查找', en: 'Finding documents of all types' },
  masters: { zh: '主数据', en: 'Masters' },
  messages: { zh: '待办、通知与外发消息', en: 'To-dos, notices and outgoing messages' },
  system: {
    zh: '业务参数、ERP 接口与移动规则',
    en: 'Parameters, ERP interfaces and movement rules',
  },
  stock: { zh: '库存', en: 'Stock' },
  'safe-stock': { zh: '安全库存与定额', en: 'Safety stocks and quotas' },
  transfer: { zh: '货位整理', en: 'Gathering of stock in bins' },
  stocktake: { zh: '盘点', en: 'Stocktaking' },
  issue: { zh: '放行条', en: 'Gate passes' },
  overdue: { zh: '供应商逾期', en: 'Overdue deliveries' },
  delivery: { zh: '送货与先利库后采购', en: 'Deliveries and stock first' },
  'supplier-portal': { zh: '供应商门户', en: 'Supplier portal' },
  'external-documents': { zh: 'ERP 单据镜像', en: 'Mirrors of ERP documents' },
  'legacy-documents': { zh: '历史单据', en: 'Legacy documents' },
  logs: { zh: '日志、过账与警报', en: 'Logs, postings and alarms' },
}

/**
 * What the description of the API says of each route that belongs to no document, master or query (those are described
 * by their declarations); an area adds its line here.
 */
export const routeWords: WordsOfRoutes = {
  ...identityRouteWords,
  ...documentRouteWords,
  ...webhookRouteWords,
  ...fileRouteWords,
  ...preferenceRouteWords,
  ...masterRouteWords,
  ...systemRouteWords,
  ...stockRouteWords,
  ...safeStockRouteWords,
  ...transferRouteWords,
  ...stocktakeRouteWords,
  ...externalDocumentRouteWords,
  ...legacyRouteWords,
  ...overdueRouteWords,
  ...deliveryRouteWords,
  ...issueRouteWords,
  ...supplierPortalRouteWords,
  ...logRouteWords,
  ...messageRouteWords,
}
