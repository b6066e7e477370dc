import type { AnyDocument } from '../../../packages/contract/src/document/declare/define-document.ts'
import { documents } from '../../../packages/contract/src/registry.ts'
import type { Database } from '../../../server/src/platform/database/database.ts'
import type { Api } from '../api.ts'
import {
  inCompany,
  inPickingUnit,
  inPlant,
  inStorageLocation,
  isSupplier,
  type Account,
  type Row,
} from './account.ts'
import type { Findings } from './findings.ts'
import { readAll } from './read-all.ts'

/** Open to-dos, and notices with their receivers, as stored. */
export interface StoredMessages {
  todos: readonly Row[]
  notices: readonly { id: string; userId: string; isRead: boolean }[]
}

export async function readMessages(database: Database): Promise<StoredMessages> {
  return {
    todos: await database.query<Row>('select * from todo where done_at is null'),
    notices: await database.query(
      'select message_id as id, user_id, read_at is not null as is_read from message_receiver',
    ),
  }
}

/**
 * A to-do is for the holders of its role, and of the function code of its action, within their scope. That of a change of
 * rules or rights belongs to no document, and may be for every company.
 */
function isFor(account: Account, todo: Row): boolean {
  const companyCode = String(todo['companyCode'])
  const { plant, storageLocation, pickingUnit, supplierNo, documentType, action } = todo
  const definition = (documents as Record<string, AnyDocument | undefined>)[String(documentType)]
  const code = definition?.actions[String(action)]?.functionCode
  return (
    (account.isAdmin || account.roles.has(String(todo['roleCode']))) &&
    ((definition === undefined && companyCode === '') || inCompany(account, companyCode)) &&
    (plant === '' || inPlant(account, companyCode, plant)) &&
    inStorageLocation(account, { companyCode, plant, storageLocation }) &&
    (pickingUnit === '' || inPickingUnit(account, companyCode, pickingUnit)) &&
    (!isSupplier(account) || account.isAdmin || supplierNo === account.supplierNo) &&
    !(todo['barredUsers'] as string[]).includes(account.userId) &&
    (code === undefined || account.isAdmin || account.functionCodes.has(code))
  )
}

/** To-dos and unread notices as this account. */
export async function compareMessages(
  api: Api,
  { todos, notices }: StoredMessages,
  account: Account,
  findings: Findings,
): Promise<void> {
  const { rows, refused } = await readAll(api, account, '/api/todos/list', {}, { size: 200 })
  if (refused === null)
    findings.compareKeys(
      account,
      '/api/todos/list',
      new Set(todos.filter((todo) => isFor(account, todo)).map(({ id }) => String(id))),
      new Set(rows.map(({ id }) => String(id))),
    )
  else findings.add(account, '/api/todos/list', `is refused: ${refused.status} ${refused.code}`)
  const own = notices.filter(({ userId }) => userId === account.userId)
  const foreign = notices.find(
    ({ id, userId }) => userId !== account.userId && !own.some((one) => one.id === id),
  )
  for (const [id, isOpen] of [
    [own[0]?.id, true],
    [foreign?.id, false],
  ] as const) {
    if (id === undefined) continue
    const path = `/api/messages/notice/${id}`
    const { status } = await api.send({ method: 'GET', path, token: account.token })
    findings.compared += 1
    if ((status === 200) !== isOpen) findings.add(account, path, `answers ${status}`)
  }
}
