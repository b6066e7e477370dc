import { rolesFor } from '@kufang/contract/document/decide.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { documents } from '@kufang/contract/registry.ts'
import { companyMoment } from '@kufang/kernel/company-day.ts'
import type { Database, Transaction } from '../platform/database/database.ts'
import { systemSession } from '../platform/session/session.ts'
import { readParameter } from '../system/public.ts'
import { readRoleHolders, readTodoReceivers, type Receiver } from './receivers.ts'
import { sendInApp, sendOutside } from './send.ts'
import { labelsOf, type StoredTodo } from './todos.ts'

const definitions: readonly AnyDocument[] = Object.values<AnyDocument>(documents)

/** Document types that declare a due date, all of whose to-dos have a clock. */
const withDueDate = definitions.flatMap(({ name, due }) => (due === undefined ? [] : [name]))

/** Approvals, which have one in every document, as `document action`. */
const approvals = definitions.flatMap(({ name, actions }) =>
  Object.entries(actions).flatMap(([action, { approval }]) =>
    approval === undefined ? [] : [`${name} ${action}`],
  ),
)

/** Maximum number of messages sent in one transaction; the rows are locked until it ends. */
const batchMax = 100

/**
 * Reminds users of their overdue to-dos, once each, and escalates those still open after the configured number of
 * hours. Considered are documents that declare a due date, and approvals, for which others wait.
 */
export async function remindOfOverdue(
  database: Database,
  now: Date = new Date(),
): Promise<{ reminded: number; escalated: number }> {
  const companies = await database.query<{ companyCode: string }>(
    'select company_code from company order by 1',
  )
  const count = { reminded: 0, escalated: 0 }
  for (const { companyCode } of companies) {
    count.reminded += await inBatches(database, async (tx) => {
      const overdue = await lockOverdue(tx, companyCode, 'reminded_at', now, 0)
      for (const todo of overdue)
        await tell(tx, 'todo-overdue', todo, todo.handleUrl, await readTodoReceivers(tx, todo))
      return overdue.length
    })
    const hours = await readParameter(database, 'todo.escalationHours', { companyCode })
    if (hours === 0) continue
    count.escalated += await inBatches(database, async (tx) => {
      const overdue = await lockOverdue(tx, companyCode, 'escalated_at', now, hours)
      for (const todo of overdue) await escalate(tx, todo)
      return overdue.length
    })
  }
  return count
}

async function inBatches(
  database: Database,
  work: (tx: Transaction) => Promise<number>,
): Promise<number> {
  let total = 0
  let done: number
  do {
    done = await database.transaction(work)
    total += done
  } while (done === batchMax)
  return total
}

/** Locks to-dos overdue by this many hours and not yet marked, and marks them. */
function lockOverdue(
  tx: Transaction,
  companyCode: string,
  mark: 'reminded_at' | 'escalated_at',
  now: Date,
  hours: number,
): Promise<StoredTodo[]> {
  return tx.query<StoredTodo>(
    `update todo set ${mark} = $3 where (company_code, id) in (
       select company_code, id from todo
       where company_code = $1 and done_at is null and ${mark} is null
         and (document_type = any($2) or document_type || ' ' || action = any($5))
         and due_at <= $3::timestamptz - make_interval(hours => $4)
       order by due_at, id limit ${batchMax} for update skip locked)
     returning *`,
    [companyCode, withDueDate, now, hours, approvals],
  )
}

/** Informs the users who may perform the declared action, or administrators if there are none or none is declared. */
async function escalate(tx: Transaction, todo: StoredTodo): Promise<void> {
  const definition = definitions.find(({ name }) => name === todo.documentType)
  if (definition === undefined) return
  const { approval } = definition.actions[todo.action] ?? {}
  const action = (approval ?? definition.due)?.escalatesTo ?? null
  const found = new Map<string, Receiver>()
  for (const roleCode of action === null ? [] : rolesFor(definition, action)) {
    const superiors = await readTodoReceivers(tx, {
      ...todo,
      roleCode,
      action: action ?? '',
      createdBy: systemSession([todo.companyCode], '').userId,
      barredUsers: [],
    })
    for (const receiver of superiors) found.set(receiver.userId, receiver)
  }
  const receivers =
    found.size > 0 ? [...found.values()] : await readRoleHolders(tx, todo.companyCode, '')
  const people = await readTodoReceivers(tx, todo)
  const names = people.map(({ userName }) => userName)
  await tell(
    tx,
    'todo-escalated',
    todo,
    `/document/${todo.documentType}/${todo.documentId}`,
    receivers,
    { zh: names.join('、') || '无人', en: names.join(', ') || 'nobody' },
  )
}

async function tell(
  tx: Transaction,
  event: 'todo-overdue' | 'todo-escalated',
  todo: StoredTodo,
  handleUrl: string,
  receivers: readonly Receiver[],
  people: Record<'zh' | 'en', string> = { zh: '', en: '' },
): Promise<void> {
  if (receivers.length === 0) return
  const { companyCode, documentNo } = todo
  const { documentLabel, actionLabel } = labelsOf(todo.documentType, todo.action)
  const facts = { documentNo, dueAt: companyMoment(todo.dueAt), companyCode }
  const paramsIn = (language: 'zh' | 'en') => ({
    ...facts,
    document: documentLabel[language],
    action: actionLabel[language],
    ...(event === 'todo-escalated' && { people: people[language] }),
  })
  const occasion = {
    companyCode,
    event,
    subjectNo: documentNo,
    sender: systemSession([companyCode], ''),
    params: { zh: paramsIn('zh'), en: paramsIn('en') },
  } as const
  await sendInApp(tx, occasion, { contentType: 'user', department: '', handleUrl }, receivers)
  await sendOutside(tx, occasion, receivers)
}
