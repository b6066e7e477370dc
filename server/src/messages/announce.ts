import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import { cureOf } from '@kufang/contract/document/declare/posting-cure.ts'
import type { AlarmKind } from '@kufang/contract/logs/alarm-query.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { companyMoment } from '@kufang/kernel/company-day.ts'
import type { Database, Queryable } from '../platform/database/database.ts'
import { holdersOf } from '../platform/session/role-holders.ts'
import { systemSession } from '../platform/session/session.ts'
import { messageJob } from './deliver.ts'
import { readReceivers, readRoleHolders, readTodoReceivers } from './receivers.ts'
import { sendInApp, sendOutside } from './send.ts'
import { todoParams } from './message-view.ts'
import type { StoredTodo } from './todos.ts'

const deadLetters = '/log/messageLogQuery'
const interfaces = '/system/sapApiDeployMessage'

/** Job: sends a to-do by mail and chat to those it is for, unless it was done meanwhile. */
export async function announceTodo(database: Database, payload: unknown): Promise<void> {
  const { companyCode, id } = messageJob.parse(payload)
  await database.transaction(async (tx) => {
    const [todo] = await tx.query<StoredTodo>(
      `select * from todo where company_code = $1 and id = $2 and done_at is null`,
      [companyCode, id],
    )
    if (todo === undefined) return
    const occasion = {
      companyCode,
      event: 'todo-created',
      subjectNo: todo.documentNo,
      sender: systemSession([companyCode], ''),
      params: { zh: todoParams(todo, 'zh'), en: todoParams(todo, 'en') },
    } as const
    await sendOutside(tx, occasion, await readTodoReceivers(tx, todo))
  })
}

interface StoredAlarm {
  kind: AlarmKind
  interfaceCode: string
  documentNo: string
  /** Of its posting; null for an alarm of an interface. */
  direction: 'post' | 'reverse' | null
  messageZh: string
  messageEn: string
}

/** Job: notifies those responsible for ERP postings that a posting or interface needs a person. */
export async function announceAlarm(database: Database, payload: unknown): Promise<void> {
  const { companyCode, id } = messageJob.parse(payload)
  await database.transaction(async (tx) => {
    const [alarm] = await tx.query<StoredAlarm>(
      `select a.kind, a.interface_code, a.document_no, a.message_zh, a.message_en, p.direction
       from erp_alarm a left join erp_posting p on p.company_code = a.company_code and p.id = a.posting_id
       where a.company_code = $1 and a.id = $2 and a.resolved_at is null`,
      [companyCode, id],
    )
    if (alarm === undefined) return
    const { documentNo } = alarm
    const facts = { documentNo, interface: alarm.interfaceCode, companyCode }
    const occasion = {
      companyCode,
      event: 'posting-failed',
      subjectNo: documentNo,
      sender: systemSession([companyCode], ''),
      params: {
        zh: { ...facts, problem: problemOf(alarm, 'zh') },
        en: { ...facts, problem: problemOf(alarm, 'en') },
      },
    } as const
    const receivers = await readRoleHolders(tx, companyCode, cataloguePage(deadLetters).role)
    const notice = { contentType: 'user', department: '', handleUrl: deadLetters } as const
    await sendInApp(tx, occasion, notice, receivers)
    await sendOutside(tx, occasion, receivers)
  })
}

/** What failed, and what to do if the posting or its interface stands still; other alarms say it themselves. */
function problemOf(alarm: StoredAlarm, language: 'zh' | 'en'): string {
  const { kind, documentNo, direction } = alarm
  const message = language === 'zh' ? alarm.messageZh : alarm.messageEn
  if (kind !== 'dead' && kind !== 'blocked') return message
  const cure = cureOf({ direction: direction ?? 'post', state: kind, documentNo })[language]
  if (message === '') return cure
  const isSentence = /[。.！!？?]$/.test(message)
  if (language === 'zh') return `${message}${isSentence ? '' : '。'}${cure}`
  return `${message}${isSentence ? '' : '.'} ${cure}`
}

/** A draft whose held quantities have lapsed. */
interface Lapsed {
  definition: AnyDocument
  companyCode: string
  docNo: string
  userIds: readonly string[]
  days: number
}

/** Notifies the editors of a draft that its held quantities have lapsed, in the same transaction. */
export async function announceLapsed(
  tx: Queryable,
  { definition, companyCode, docNo, userIds, days }: Lapsed,
): Promise<void> {
  const facts = { documentNo: docNo, days: String(days), companyCode }
  const occasion = {
    companyCode,
    event: 'draft-lapsed',
    subjectNo: docNo,
    sender: systemSession([companyCode], ''),
    params: {
      zh: { ...facts, document: definition.label.zh },
      en: { ...facts, document: definition.label.en },
    },
  } as const
  const receivers = await readReceivers(tx, {
    contentType: 'user',
    companyCode,
    department: '',
    userIds,
    includesExternal: true,
  })
  if (receivers.length === 0) return
  const path = Object.entries(definition.pages).find(([, { kind }]) => kind !== 'create')?.[0]
  const handleUrl = path === undefined ? '' : `${path}?docNo=${encodeURIComponent(docNo)}`
  await sendInApp(tx, occasion, { contentType: 'user', department: '', handleUrl }, receivers)
  await sendOutside(tx, occasion, receivers)
}

/** A state of a document that a receiver of webhooks could not be told of. */
interface GivenUp {
  companyCode: string
  documentNo: string
  receiverName: string
  problem: { zh: string; en: string }
}

/** Notifies the administrators that a webhook is given up, in the same transaction. */
export async function announceWebhook(
  tx: Queryable,
  { companyCode, documentNo, receiverName, problem }: GivenUp,
): Promise<void> {
  const facts = { documentNo, receiver: receiverName, companyCode }
  const occasion = {
    companyCode,
    event: 'webhook-failed',
    subjectNo: documentNo,
    sender: systemSession([companyCode], ''),
    params: { zh: { ...facts, problem: problem.zh }, en: { ...facts, problem: problem.en } },
  } as const
  const receivers = await holdersOf(tx, [], [])
  const notice = { contentType: 'user', department: '', handleUrl: interfaces } as const
  await sendInApp(tx, occasion, notice, receivers)
  await sendOutside(tx, occasion, receivers)
}

/** A token of a program that ends soon. */
interface EndingToken {
  companyCode: string
  account: string
  userName: string
  name: string
  expiresOn: string
  days: number
  lastUsedAt: string | null
}

/** Warns the administrators, in the same transaction. */
export async function announceTokenEnd(tx: Queryable, token: EndingToken): Promise<void> {
  const { companyCode, account, userName, expiresOn, lastUsedAt } = token
  const facts = { account, userName, token: token.name, expiresOn, days: String(token.days) }
  const paramsIn = (never: string) => ({
    ...facts,
    companyCode,
    lastUsed: lastUsedAt === null ? never : companyMoment(lastUsedAt),
  })
  const occasion = {
    companyCode,
    event: 'token-ends',
    subjectNo: account,
    sender: systemSession([companyCode], ''),
    params: { zh: paramsIn('从未使用'), en: paramsIn('never') },
  } as const
  const receivers = await holdersOf(tx, [], [])
  const handleUrl = '/system/userManage'
  await sendInApp(tx, occasion, { contentType: 'user', department: '', handleUrl }, receivers)
  await sendOutside(tx, occasion, receivers)
}
