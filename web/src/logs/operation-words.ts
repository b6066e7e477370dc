import type { Label } from '@kufang/contract/document/declare/label.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import type { AnyMaster } from '@kufang/contract/document/declare/define-master.ts'
import { batchDataLabels } from '@kufang/contract/stock/batch-history-query.ts'
import { indexedDocument, indexedMaster } from '../kit/declarations.ts'
import { traceActWords, traceFieldWords } from '../kit/document/view/trace-words.ts'

/** Subjects of the log that are neither documents nor masters. */
const subjects: Readonly<Record<string, Label>> = {
  user: { zh: '用户', en: 'User' },
  'business-parameter': { zh: '业务参数', en: 'Business parameter' },
  'erp-posting': { zh: 'ERP 消息', en: 'Message to the ERP' },
  'erp-interface': { zh: 'SAP 接口', en: 'SAP interface' },
  'erp-movement-rule': { zh: '移动类型规则', en: 'Movement rule' },
  'shared-roles': { zh: '共享角色', en: 'Shared roles' },
  batch: { zh: '批次', en: 'Batch' },
  period: { zh: '过账期间', en: 'Posting period' },
  'legacy-document': { zh: '历史单据', en: 'Legacy document' },
  'legacy-import': { zh: '历史单据导入', en: 'Import of legacy documents' },
}

/** What is recorded of a batch. */
const batchWords: Readonly<Record<string, Label>> = batchDataLabels

const actions: Readonly<Record<string, Label>> = {
  create: { zh: '新建', en: 'Created' },
  update: { zh: '修改', en: 'Changed' },
  delete: { zh: '删除', en: 'Deleted' },
  disable: { zh: '停用', en: 'Disabled' },
  enable: { zh: '启用', en: 'Enabled' },
  unlock: { zh: '解锁', en: 'Unlocked' },
  signIn: { zh: '登录', en: 'Signed in' },
  signOut: { zh: '退出', en: 'Signed out' },
  'request-change': { zh: '申请变更', en: 'Change requested' },
  'approve-change': { zh: '批准变更', en: 'Change approved' },
  'refuse-change': { zh: '驳回变更', en: 'Change refused' },
  'withdraw-change': { zh: '撤回变更', en: 'Change withdrawn' },
  'emergency-change': { zh: '应急执行变更', en: 'Change carried out without approval' },
  'expire-change': { zh: '变更申请过期', en: 'Requested change lapsed' },
  'give-roles': { zh: '分配角色（已批准）', en: 'Roles assigned as approved' },
  'give-functions': { zh: '分配按钮权限（已批准）', en: 'Button rights assigned as approved' },
  'give-profile': { zh: '修改权限字段（已批准）', en: 'Fields of rights changed as approved' },
  'give-password': { zh: '重置密码（已批准）', en: 'Password reset as approved' },
  'give-confirm': { zh: '确认本人启用（已批准）', en: 'Person confirmed as approved' },
  'confirm-person': { zh: '确认本人启用', en: 'Person confirmed' },
  'ask-for': { zh: '请他人办理', en: 'Others were asked' },
  'give-status': { zh: '启用（已批准）', en: 'Enabled as approved' },
  'revoke-tokens': { zh: '强制下线', en: 'Signed out everywhere' },
  'reset-password': { zh: '重置密码', en: 'Password reset' },
  'assign-roles': { zh: '分配角色', en: 'Roles assigned' },
  'assign-functions': { zh: '分配按钮权限', en: 'Button rights assigned' },
  retry: { zh: '重发', en: 'Resent' },
  close: { zh: '关闭', en: 'Closed' },
  ignore: { zh: '忽略', en: 'Ignored' },
  open: { zh: '打开', en: 'Opened' },
  import: { zh: '导入', en: 'Imported' },
  'take-back': { zh: '撤回导入', en: 'Import taken back' },
  unblock: { zh: '解除受阻', en: 'Unblocked' },
}

/** Label of the subject; the code itself if it has none. */
export function subjectWords(type: string): Label | string {
  return indexedDocument(type)?.label ?? indexedMaster(type)?.label ?? subjects[type] ?? type
}

/** Label of the action; `definition` is the declaration of the document, if the subject is one. */
export function actionWords(definition: AnyDocument | undefined, action: string): Label | string {
  return definition ? traceActWords(definition, action) : (actions[action] ?? action)
}

/** Label of a changed field by its path, such as `lines.3.quantity`. */
export function fieldWords(
  subject: { document?: AnyDocument | undefined; master?: AnyMaster | undefined },
  path: string,
): Label | string {
  if (subject.document) return traceFieldWords(subject.document, path)
  const name = path.split('.').at(-1) ?? path
  return subject.master?.fields[name]?.label ?? batchWords[name] ?? path
}
