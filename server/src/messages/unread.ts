import type { MessageView, UnreadCounts } from '@kufang/contract/messages/message-view.ts'
import { applicationName } from '@kufang/contract/messages/message-event.ts'
import type { MessageEventCode, MessageType } from '@kufang/contract/messages/message-event.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import type { Queryable } from '../platform/database/database.ts'
import type { Session } from '../platform/session/session.ts'
import type { MessageReader } from './reader.ts'
import { readTemplate, readTemplates } from './templates.ts'
import type { StoredNotice } from './message-view.ts'
import { noticeView, todoView } from './message-view.ts'
import type { StoredTodo, TodoReader } from './todos.ts'
import { companiesWithWork, isForSession, openTodos, readTodoFacts } from './todos.ts'

/** A numbered page of a list, starting at 1 (product.md section 7). */
interface NumberedPage {
  pageNum: number
  pageSize: number
}

export interface UnreadPage {
  rows: MessageView[]
  count: number
}

const unreadNotices = `from message_receiver r join message m on m.company_code = r.company_code and m.id = r.message_id
  where r.user_id = $1 and r.read_at is null`

/** Unread notices of the person, latest first. */
export async function listUnreadNotices(
  queryable: Queryable,
  session: Session,
  { pageNum, pageSize }: NumberedPage,
): Promise<UnreadPage> {
  const rows = await queryable.query<StoredNotice>(
    `select m.* ${unreadNotices} order by r.sent_at desc, r.message_id desc limit $2 offset $3`,
    [session.userId, pageSize, (pageNum - 1) * pageSize],
  )
  return {
    rows: rows.map((row) => noticeView(row, session.language)),
    count: await countUnreadNotices(queryable, session),
  }
}

async function countUnreadNotices(queryable: Queryable, session: Session): Promise<number> {
  const [found] = await queryable.query<{ count: number }>(
    `select count(*) as count from message_receiver r where r.user_id = $1 and r.read_at is null`,
    [session.userId],
  )
  return found?.count ?? 0
}

/** Open to-dos of the person that were not opened yet. */
function unreadTodos(session: TodoReader, tail: string) {
  return openTodos(session, (bind) => ({
    condition: ` and not exists (select from todo_read d where d.company_code = t.company_code and d.todo_id = t.id and d.user_id = ${bind(session.userId)})`,
    tail,
  }))
}

export async function listUnreadTodos(
  queryable: Queryable,
  session: MessageReader,
  { pageNum, pageSize }: NumberedPage,
): Promise<UnreadPage> {
  const order = `order by t.created_at desc, t.id desc`
  const { from, values } = unreadTodos(session, `${order} limit ${pageNum * pageSize}`)
  const rows = await queryable.query<StoredTodo>(
    `select t.* ${from} ${order} limit ${pageSize} offset ${(pageNum - 1) * pageSize}`,
    values,
  )
  const template = await readTemplate(queryable, 'todo-created', 'mail')
  const factsOf = await readTodoFacts(queryable, session, rows)
  return {
    rows: rows.map((row) => todoView(template, row, session.language, factsOf(row))),
    count: await countUnreadTodos(queryable, session),
  }
}

async function countUnreadTodos(queryable: Queryable, session: TodoReader): Promise<number> {
  const { from, values } = unreadTodos(session, '')
  const [found] = await queryable.query<{ count: number }>(
    `select count(*) as count ${from}`,
    values,
  )
  return found?.count ?? 0
}

export async function countUnread(
  queryable: Queryable,
  session: MessageReader,
): Promise<UnreadCounts> {
  return {
    notices: await countUnreadNotices(queryable, session),
    todos: await countUnreadTodos(queryable, session),
  }
}

/**
 * Marks notices of the person as read; those already read stay unchanged.
 * @throws `not-found` for a notice not sent to the person
 */
export async function markNoticesRead(
  tx: Queryable,
  session: Session,
  ids: readonly string[],
): Promise<void> {
  const marked = await tx.query(
    `update message_receiver set read_at = coalesce(read_at, now()) where user_id = $1 and message_id = any($2::uuid[]) returning message_id`,
    [session.userId, ids],
  )
  if (marked.length < new Set(ids).size) throw unknownMessage(ids.join(', '))
}

/**
 * Records that the person has opened a to-do; it stays open.
 * @throws `not-found`
 */
export async function markTodoRead(
  tx: Queryable,
  session: MessageReader,
  id: string,
): Promise<void> {
  const todo = await findTodo(tx, session, id)
  await tx.query(
    `insert into todo_read (company_code, todo_id, user_id) values ($1, $2, $3) on conflict do nothing`,
    [todo.companyCode, id, session.userId],
  )
}

async function findTodo(
  queryable: Queryable,
  session: TodoReader,
  id: string,
): Promise<StoredTodo> {
  const [todo] = await queryable.query<StoredTodo>(
    `select * from todo where company_code = any($1::text[]) and id = $2`,
    [companiesWithWork(session), id],
  )
  if (todo === undefined || !isForSession(session, todo)) throw unknownMessage(id)
  return todo
}

/** The data of the message detail page (product.md section 2). */
export interface MessageDetail extends MessageView {
  appName: string
  tempName: string
  receiveUserName: string
}

/**
 * One message of the person, in any state.
 * @throws `not-found`
 */
export async function readMessage(
  queryable: Queryable,
  session: MessageReader,
  type: MessageType,
  id: string,
): Promise<MessageDetail> {
  const { language } = session
  if (type === 'agency') {
    const todo = await findTodo(queryable, session, id)
    const template = await readTemplate(queryable, 'todo-created', 'mail')
    const factsOf = await readTodoFacts(queryable, session, [todo])
    return detailOf(session, todoView(template, todo, language, factsOf(todo)), template)
  }
  const [notice] = await queryable.query<StoredNotice>(
    `select m.* from message_receiver r join message m on m.company_code = r.company_code and m.id = r.message_id
     where r.user_id = $1 and r.message_id = $2`,
    [session.userId, id],
  )
  if (notice === undefined) throw unknownMessage(id)
  const templates = await readTemplates(queryable, notice.event as MessageEventCode)
  return detailOf(session, noticeView(notice, language), templates.get('mail'))
}

function detailOf(
  { language, userName }: Session,
  told: MessageView,
  template: { nameZh: string; nameEn: string } | undefined,
): MessageDetail {
  return {
    ...told,
    appName: applicationName[language],
    tempName: (language === 'en' ? template?.nameEn : template?.nameZh) ?? '',
    receiveUserName: userName,
  }
}

const unknownMessage = (no: string) =>
  refuse('not-found', { subject: '消息', subjectEn: 'Message', no })
