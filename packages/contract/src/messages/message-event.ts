import { label } from '../document/declare/label.ts'
import type { Label } from '../document/declare/label.ts'

// Messages (product.md sections 2 and 3): their types, channels and events.

/** agency requires an action, notice is for information only. */
export const messageTypes = {
  agency: label('待办', 'To-do'),
  notice: label('通知', 'Notice'),
} as const
export type MessageType = keyof typeof messageTypes

/** The send channels; the codes are those of the existing system. */
export const sendTypes = {
  mail: label('站内信', 'In-app message'),
  email: label('邮件', 'E-mail'),
  Nail: label('钉钉群', 'DingTalk chat'),
} as const
export type SendType = keyof typeof sendTypes
export const sendTypeCodes = Object.keys(sendTypes) as [SendType, ...SendType[]]

/** The kinds of recipients. */
export const contentTypes = {
  user: label('个人', 'Individual'),
  dept: label('部门', 'Department'),
  company: label('公司', 'Company'),
} as const
export type ContentType = keyof typeof contentTypes
export const contentTypeCodes = Object.keys(contentTypes) as [ContentType, ...ContentType[]]

/** The product name, as shown in messages. */
export const applicationName: Label = label('库房', 'Kufang')

interface MessageEvent {
  label: Label
  messageType: MessageType
  /** The placeholders a template of the event may use in braces. */
  placeholders: Record<string, Label>
}

/** Placeholders of messages about overdue to-dos. */
const overduePlaceholders = {
  document: label('单据类型', 'Kind of document'),
  documentNo: label('单据号', 'Document no.'),
  action: label('待办事项', 'What is to do'),
  dueAt: label('应办理时间', 'Due at'),
  companyCode: label('公司', 'Company'),
} as const

/** Placeholders of messages about changes of rights. */
const rightsPlaceholders = {
  account: label('账号', 'Account'),
  change: label('变更内容', 'Change'),
  reason: label('原因', 'Reason'),
  sender: label('申请人', 'Requested by'),
} as const

/** Placeholders of messages about batches that expire. */
const expiryPlaceholders = {
  material: label('物料', 'Material'),
  batch: label('批次', 'Batch'),
  plant: label('工厂', 'Plant'),
  storageLocation: label('库存地点', 'Storage location'),
  quantity: label('数量', 'Quantity'),
  unit: label('单位', 'Unit'),
  expiresOn: label('有效期至', 'Valid until'),
  companyCode: label('公司', 'Company'),
} as const

/** Events that create messages; each has a template and a switch per send type. */
export const messageEvents = {
  'todo-created': {
    label: label('新的待办', 'New to-do'),
    messageType: 'agency',
    placeholders: {
      document: label('单据类型', 'Kind of document'),
      documentNo: label('单据号', 'Document no.'),
      action: label('待办事项', 'What is to do'),
      companyCode: label('公司', 'Company'),
      plant: label('工厂', 'Plant'),
      storageLocation: label('库存地点', 'Storage location'),
    },
  },
  'todo-overdue': {
    label: label('待办逾期', 'To-do is overdue'),
    messageType: 'notice',
    placeholders: overduePlaceholders,
  },
  'todo-escalated': {
    label: label('逾期待办升级', 'Overdue to-do is escalated'),
    messageType: 'notice',
    placeholders: { ...overduePlaceholders, people: label('应办理人', 'Who should do it') },
  },
  'draft-lapsed': {
    label: label('草稿占用失效', 'Draft no longer holds its quantities'),
    messageType: 'notice',
    placeholders: {
      document: label('单据类型', 'Kind of document'),
      documentNo: label('单据号', 'Document no.'),
      days: label('未改动天数', 'Days without change'),
      companyCode: label('公司', 'Company'),
    },
  },
  'posting-failed': {
    label: label('过账或接口异常', 'Posting or interface failed'),
    messageType: 'notice',
    placeholders: {
      documentNo: label('单据号', 'Document no.'),
      problem: label('原因', 'Reason'),
      interface: label('接口', 'Interface'),
      companyCode: label('公司', 'Company'),
    },
  },
  'batch-frozen': {
    label: label('占用的批次被冻结', 'Reserved batch frozen'),
    messageType: 'notice',
    placeholders: {
      document: label('单据类型', 'Kind of document'),
      documentNo: label('单据号', 'Document no.'),
      material: label('物料', 'Material'),
      batch: label('批次', 'Batch'),
      quantity: label('占用数量', 'Quantity held'),
      freezeNo: label('批次冻结单号', 'Batch freeze'),
      reason: label('冻结原因', 'Reason of freeze'),
      until: label('到期日', 'Held until'),
      companyCode: label('公司', 'Company'),
    },
  },
  'batch-expires': {
    label: label('批次将到期', 'Batch expires soon'),
    messageType: 'notice',
    placeholders: expiryPlaceholders,
  },
  'batch-expired': {
    label: label('过期库存待冻结', 'Expired stock to be frozen'),
    messageType: 'notice',
    placeholders: expiryPlaceholders,
  },
  'password-issued': {
    label: label('密码已重置或发放', 'Password reset or issued'),
    messageType: 'notice',
    placeholders: {
      account: label('账号', 'Account'),
      password: label('一次性密码', 'One-time password'),
      hours: label('有效小时数', 'Hours of validity'),
      sender: label('办理人', 'Who did it'),
    },
  },
  'account-access': {
    label: label('密码或邮箱变更', 'Password or mail address changed'),
    messageType: 'notice',
    placeholders: {
      account: label('账号', 'Account'),
      change: label('变更内容', 'Change'),
      sender: label('办理人', 'Who did it'),
    },
  },
  'rights-requested': {
    label: label('权限变更待批准', 'Change of rights awaits approval'),
    messageType: 'notice',
    placeholders: { ...rightsPlaceholders, expiresOn: label('批准期限', 'Approve by') },
  },
  'rights-emergency': {
    label: label('权限变更未经他人批准', 'Change of rights without approval'),
    messageType: 'notice',
    placeholders: rightsPlaceholders,
  },
  'webhook-failed': {
    label: label('推送失败', 'Webhook given up'),
    messageType: 'notice',
    placeholders: {
      documentNo: label('单据号', 'Document no.'),
      receiver: label('接收方', 'Receiver'),
      problem: label('原因', 'Reason'),
      companyCode: label('公司', 'Company'),
    },
  },
  'token-ends': {
    label: label('令牌将到期', 'Token ends soon'),
    messageType: 'notice',
    placeholders: {
      account: label('技术账号', 'Technical account'),
      userName: label('账号名称', 'Name of the account'),
      token: label('令牌名称', 'Name of the token'),
      expiresOn: label('有效期至', 'Valid until'),
      days: label('剩余天数', 'Days left'),
      lastUsed: label('最近使用', 'Last used'),
      companyCode: label('公司', 'Company'),
    },
  },
  'notice-written': {
    label: label('人工通知', 'Notice written by a person'),
    messageType: 'notice',
    placeholders: {
      title: label('标题', 'Title'),
      content: label('内容', 'Content'),
      sender: label('发送人', 'Sender'),
    },
  },
} as const satisfies Record<string, MessageEvent>
export type MessageEventCode = keyof typeof messageEvents
export const messageEventCodes = Object.keys(messageEvents) as [
  MessageEventCode,
  ...MessageEventCode[],
]

/** Placeholders of a template unknown to its event, each once. */
export function unknownPlaceholders(event: MessageEventCode, text: string): string[] {
  const known = Object.keys(messageEvents[event].placeholders)
  const named = [...text.matchAll(/\{([A-Za-z_$][\w$]*)\}/g)].map(([, name = '']) => name)
  return [...new Set(named.filter((name) => !known.includes(name)))]
}
