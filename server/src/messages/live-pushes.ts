import type { MessageView } from '@kufang/contract/messages/message-view.ts'
import { documentDefinition } from '@kufang/contract/registry.ts'
import { entityText, messageText, unreadText } from '@kufang/contract/messages/live-message.ts'
import type { Queryable } from '../platform/database/database.ts'
import type { LiveNotice, LiveTranslator } from '../platform/live/live-hub.ts'
import type { LiveConnection } from '../platform/live/live-connection.ts'
import { readTemplate } from './templates.ts'
import type { StoredNotice } from './message-view.ts'
import { noticeView, todoView } from './message-view.ts'
import type { StoredTodo } from './todos.ts'
import { isForSession, readTodoFacts } from './todos.ts'

/** Beyond three, show only the count. */
const shownAtOnce = 3

/**
 * The goods are read once for all windows. Whoever may see some material groups only finds his in the list of messages.
 */
const everyGroup = {
  isAdmin: false,
  roles: new Set<string>(),
  scope: {
    companyCodes: [],
    plants: null,
    storageLocations: null,
    materialGroups: null,
    supplierNo: null,
    pickingUnits: null,
  },
}

/** Translates notices about messages and documents for each window open in this process. */
export const livePushes: LiveTranslator = async (database, notices) => {
  const [todos, messages] = [
    await writtenTodos(database, notices),
    await writtenMessages(database, notices),
  ]
  const template = await readTemplate(database, 'todo-created', 'mail')
  const factsOf = await readTodoFacts(database, everyGroup, todos)
  const done = partsOf(notices, 'done')
  const entities = partsOf(notices, 'entity').filter(
    ([, name = '']) => documentDefinition(name) !== undefined,
  )
  return (connection) => {
    const { session, functionCodes } = connection.record
    const reader = { ...session, functionCodes }
    const own = todos.filter((todo) => isForSession(reader, todo))
    const sent = messages.filter(({ receivers }) => receivers.has(connection.userId))
    const news = [
      ...sent.map((message) => noticeView(message, connection.language)),
      // The creator of a to-do is not notified.
      ...(template.isOn ? own : [])
        .filter(({ createdBy }) => createdBy !== connection.userId)
        .map((todo) => {
          const { goods, failure } = factsOf(todo)
          const isSeen = session.scope.materialGroups === null
          return todoView(template, todo, connection.language, {
            goods: isSeen ? goods : null,
            failure,
          })
        }),
    ]
    const isCountOther =
      own.length > 0 || sent.length > 0 || done.some((parts) => concerns(connection, parts))
    return [
      ...news.slice(0, shownAtOnce).map(pushOf),
      ...(isCountOther ? [unreadText] : []),
      ...new Set(
        entities
          .filter(([companyCode = '', , userId]) => {
            const isSeen = session.scope.companyCodes.includes(companyCode)
            return isSeen && userId !== connection.userId
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
  { record: { session } }: LiveConnection,
  [companyCode = '', role = '']: readonly string[],
): boolean {
  return (
    session.scope.companyCodes.includes(companyCode) && (session.isAdmin || session.roles.has(role))
  )
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
