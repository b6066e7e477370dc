import {
  contentTypeCodes,
  messageEventCodes,
  sendTypeCodes,
} from '@kufang/contract/messages/message-event.ts'
import { z } from 'zod'
import {
  anything,
  id,
  instant,
  integer,
  label,
  nothing,
  text,
  textOrNull,
} from '../platform/openapi/answer-parts.ts'
import type { WordsOfRoutes } from '../platform/openapi/route-operations.ts'
import { outgoingTypes } from './channels.ts'

const message = z.object({
  msgSendId: id,
  msgTitle: text,
  msgContent: text,
  msgType: text,
  handleUrl: text,
  sendType: z.enum(sendTypeCodes),
  contentType: z.enum(contentTypeCodes),
  bizId: text,
  sendUserName: text,
  // Of a single message.
  receiveUserName: text.optional(),
  appName: text.optional(),
  tempName: text.optional(),
  createTime: text,
})
const template = z.object({
  event: z.enum(messageEventCodes),
  sendType: z.enum(sendTypeCodes),
  nameZh: text,
  nameEn: text,
  titleZh: text,
  titleEn: text,
  contentZh: text,
  contentEn: text,
  isOn: z.boolean(),
  version: integer,
  updatedAt: instant,
  updatedBy: id.nullable(),
})
const channel = z.object({
  companyCode: text,
  sendType: z.enum(outgoingTypes),
  isOn: z.boolean(),
  host: text,
  port: integer,
  security: z.enum(['none', 'starttls', 'tls']),
  account: text,
  senderAddress: text,
  senderName: text,
  webHook: text,
  language: z.enum(['zh', 'en']),
  timeoutMs: integer,
  attemptsMax: integer,
  version: integer,
  updatedAt: instant,
  updatedBy: id.nullable(),
  hasSecret: z.boolean(),
  hasToken: z.boolean(),
})
const todo = z.object({
  companyCode: text,
  id,
  documentType: text,
  documentLabel: label,
  documentId: text,
  documentNo: text,
  documentName: label,
  isDocument: z.boolean(),
  action: text,
  actionLabel: label,
  handleUrl: text,
  createdAt: instant,
  dueAt: instant,
  isOverdue: z.boolean(),
  goods: anything.nullable(),
  failure: anything.nullable(),
})
const groups = z.array(z.object({ path: text, zh: text, en: text, count: integer }))
const delivery = z.object({
  id,
  companyCode: text,
  createdAt: instant,
  event: text,
  sendType: text,
  receiverName: text,
  address: text,
  title: text,
  subjectNo: text,
  state: text,
  attempts: integer,
  problem: textOrNull,
  sentAt: instant.nullable(),
  createdByName: text,
})

const settings = [
  'version-stale',
  'not-found',
  'address-not-permitted',
  'address-not-encrypted',
] as const

/** Words of the routes of to-dos, notices and outgoing messages. */
export const messageRouteWords: WordsOfRoutes = {
  'POST /api/todos/list': {
    zh: '待办列表',
    en: 'List of to-dos, with their counts on the first page',
    answer: z.object({
      rows: z.array(todo),
      nextCursor: textOrNull,
      groups: groups.optional(),
      total: integer.optional(),
    }),
  },
  'GET /api/todos/counts': {
    zh: '各页面的待办数',
    en: 'Number of to-dos by page',
    answer: z.object({ groups, total: integer }),
  },
  'POST /api/sms/smsInfo/queryNoReadNoticeList': {
    zh: '未读通知',
    en: 'Unread notices',
    answer: z.array(message),
    codes: ['outside-scope'],
  },
  'POST /api/sms/smsInfo/queryNoReadAgencyList': {
    zh: '未读待办',
    en: 'Unread to-dos',
    answer: z.array(message),
    codes: ['outside-scope'],
  },
  'POST /api/sms/smsInfo/updateNoticeMessage': {
    zh: '将通知标为已读',
    en: 'Mark notices as read',
    answer: nothing,
    codes: ['outside-scope'],
  },
  'POST /api/sms/smsInfo/updateAgencyMessage': {
    zh: '将待办标为已读',
    en: 'Mark a to-do as read',
    answer: nothing,
    codes: ['not-found'],
  },
  'GET /api/messages/unread': {
    zh: '未读数',
    en: 'Number of unread messages',
    answer: z.object({ notices: integer, todos: integer }),
  },
  'GET /api/messages/:type/:id': {
    zh: '读取消息',
    en: 'Read a message',
    answer: message,
    codes: ['not-found'],
  },
  'GET /api/messages/templates': {
    zh: '消息模板',
    en: 'Templates of messages',
    answer: z.array(template),
  },
  'PUT /api/messages/templates': {
    zh: '修改消息模板',
    en: 'Change a template',
    answer: template,
    codes: settings,
    isOnce: true,
  },
  'GET /api/messages/channels': {
    zh: '发送方式',
    en: 'Channels of messages',
    answer: z.array(channel),
  },
  'PUT /api/messages/channels/:sendType': {
    zh: '修改发送方式',
    en: 'Change a channel',
    answer: channel,
    codes: settings,
    isOnce: true,
  },
  'POST /api/messages/channels/:sendType/test': {
    zh: '发送测试消息',
    en: 'Send a test message',
    answer: z.object({ isSent: z.boolean(), durationMs: integer, problem: label.nullable() }),
    codes: ['email-invalid', 'address-not-permitted'],
  },
  'POST /api/messages/notices': {
    zh: '发送通知',
    en: 'Write a notice to people',
    answer: z.object({ msgSendId: text, receiverCount: integer }),
    example: {
      contentType: 'user',
      userIds: ['0199f3c2-6f0a-7c11-9d54-2f6a3b1c8e10'],
      title: '盘点通知',
      content: '<p>周五盘点。</p>',
      sendTypes: ['mail'],
    },
    codes: ['role-missing', 'outside-scope'],
    isOnce: true,
  },
  'GET /api/messages/departments': {
    zh: '公司的部门',
    en: 'The departments of a company',
    answer: z.array(text),
  },
  'GET /api/messages/people': {
    zh: '可选的接收人',
    en: 'People who may be written to',
    answer: z.array(z.object({ userId: id, account: text, userName: text })),
  },
  'POST /api/messages/deliveries/list': {
    zh: '外发消息列表',
    en: 'List of outgoing messages',
    answer: z.object({
      rows: z.array(delivery),
      nextCursor: textOrNull,
      total: integer.optional(),
      totalIsCapped: z.boolean().optional(),
    }),
    codes: ['column-unknown'],
  },
  'POST /api/messages/deliveries/:id/resend': {
    zh: '重发外发消息',
    en: 'Send a message again',
    answer: nothing,
    codes: ['not-found'],
    isOnce: true,
  },
}
