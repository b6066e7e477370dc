import type { MessageView } from '@kufang/contract/messages/message-view.ts'
import { documentDefinition } from '@kufang/contract/registry.ts'
import { entityText, messageText, unreadText } from '@kufang/contract/messages/live-message.ts'
import { firstOf } from '@kufang/kernel/present.ts'
import type { Queryable } from '../platform/database/database.ts'
import type { LiveNotice, LiveReader, LiveTranslator } from '../platform/live/live-hub.ts'
import { readTemplate } from './templates.ts'
import type { StoredNotice } from './message-view.ts'
import { noticeView, todoView } from './message-view.ts'
import type { StoredTodo, TodoFacts } from './todos.ts'
import { companiesWithWork, isForSession, readTodoFacts } from './todos.ts'

/** Beyond three, show only the count. */
const shownAtOnce = 3

/** Translates notices about messages and documents for each window open in this process. */
export const livePushes: LiveTranslator = async (database, notices, readers) => {
  const [todos, messages] = [
    await writtenTodos(database, notices),
    await writtenMessages(database, notices),
  ]
  const template = await readTemplate(database, 'todo-created', 'mail')
  const ownTodos = oncePerReader(({ record: { session, functionCodes } }) =>
    todos.filter((todo) => isForSession({ ...session, functionCodes }, todo)),
  )
  // The creator of a to-do is not notified.
  const toldTodos = oncePerReader((reader) =>
    (template.isOn ? ownTodos(reader) : [])
      .filter(({ createdBy }) => createdBy !== reader.userId)
      .slice(0, shownAtOnce),
  )
  const factsFor = await readFactsFor(database, readers, toldTodos)
  const done = partsOf(notices, 'done')
  const entities = partsOf(notices, 'entity').filter(
    ([, name = '']) => documentDefinition(name) !== undefined,
  )
  return (reader) => {
    const { session } = reader.record
    const own = ownTodos(reader)
    const sent = messages.filter(({ receivers }) => receivers.has(reader.userId))
    const news = [
      ...sent.map((message) => noticeView(message, reader.language)),
      ...toldTodos(reader).map((todo) =>
        todoView(template, todo, reader.language, factsFor(reader, todo)),
      ),
    ]
    const isCountOther =
      own.length > 0 || sent.length > 0 || done.some((parts) => concerns(reader, parts))
    return [
      ...news.slice(0, shownAtOnce).map(pushOf),
      ...(isCountOther ? [unreadText] : []),
      ...new Set(
        entities
          .filter(([companyCode = '', , userId]) => {
            const isSeen = session.scope.companyCodes.includes(companyCode)
            return isSeen && userId !== reader.userId
          })
          .map(([, name = '']) => entityText(name)),
      ),
    ]
  }
}

function pushOf({ msgTitle, msgContent, handleUrl, msgSendId, msgType }: MessageView): string {
  return messageText({ msgTitle, msgContent, handleUrl, msgSendId, msgType })
}

const partsOf = (notices: readonly LiveNotice[], kind: string) =>
  notices.filter((notice) => notice.kind === kind).map(({ parts }) => parts)

/** To-dos of a role were closed, so the counts of its holders changed. */
function concerns(
  { record: { session } }: LiveReader,
  [companyCode = '', role = '']: readonly string[],
): boolean {
  return (
    companiesWithWork(session).includes(companyCode) && (session.isAdmin || session.roles.has(role))
  )
}

/** Keeps the to-dos found for a reader. */
function oncePerReader(
  find: (reader: LiveReader) => readonly StoredTodo[],
): (reader: LiveReader) => readonly StoredTodo[] {
  const found = new Map<LiveReader, readonly StoredTodo[]>()
  return (reader) => {
    const known = found.get(reader) ?? find(reader)
    found.set(reader, known)
    return known
  }
}

/** The material groups a person may see, as a key. */
const groupsOf = ({ record }: LiveReader) =>
  JSON.stringify(record.session.scope.materialGroups?.toSorted() ?? null)

/**
 * Reads what the windows are told of the to-dos besides their numbers: once for all windows whose users may see the same
 * material groups, and of the to-dos that one of them is told only.
 */
async function readFactsFor(
  queryable: Queryable,
  readers: readonly LiveReader[],
  toldTodos: (reader: LiveReader) => readonly StoredTodo[],
): Promise<(reader: LiveReader, todo: StoredTodo) => TodoFacts> {
  const told = Map.groupBy(
    readers.filter((reader) => toldTodos(reader).length > 0),
    groupsOf,
  )
  const read = [...told].map(async ([groups, some]) => {
    const todos = [...new Set(some.flatMap(toldTodos))]
    return [groups, await readTodoFacts(queryable, firstOf(some).record.session, todos)] as const
  })
  const factsOf = new Map(await Promise.all(read))
  // A window that was opened meanwhile is told the number.
  return (reader, todo) => factsOf.get(groupsOf(reader))?.(todo) ?? { goods: null, failure: null }
}

async function writtenTodos(
  queryable: Queryable,
  notices: readonly LiveNotice[],
): Promise<StoredTodo[]> {
  const rows = partsOf(notices, 'todo')
  if (rows.length === 0) return []
  return queryable.query<StoredTodo>(
    `select t.* from todo t join unnest($1::text[], $2::uuid[]) as said (company_code, id) using (company_code, id)
     where t.done_at is null`,
    [rows.map(([companyCode]) => companyCode), rows.map(([, id]) => id)],
  )
}

async function writtenMessages(
  queryable: Queryable,
  notices: readonly LiveNotice[],
): Promise<(StoredNotice & { receivers: ReadonlySet<string> })[]> {
  const rows = partsOf(notices, 'message')
  if (rows.length === 0) return []
  const found = await queryable.query<StoredNotice & { receivers: string[] }>(
    `select m.*, array(select r.user_id from message_receiver r where r.company_code = m.company_code and r.message_id = m.id) as receivers
     from message m join unnest($1::text[], $2::uuid[]) as said (company_code, id) using (company_code, id)`,
    [rows.map(([companyCode]) => companyCode), rows.map(([, id]) => id)],
  )
  return found.map((row) => ({ ...row, receivers: new Set(row.receivers) }))
}
