import { newId } from '@kufang/kernel/identifier.ts'
import type { TestServer } from '../../platform/http/test-server.ts'
import { demonstrationAccounts } from '../accounts.ts'

const { password } = demonstrationAccounts[0]!

/** The demand problems of the demonstration, before and after everything is read again, and how many wait for its people. */
export async function plannerChanges(server: TestServer) {
  const states = () =>
    server.database.query(
      `select demand_type, cause, state from demand_problem order by created_at`,
    )
  const before = await states()
  const token = await server.tokenOf('admin', password)
  for (const name of ['reservation', 'sales-order'])
    await server.call('POST', `/api/external-documents/${name}/synchronise`, {
      token,
      payload: {},
      headers: { 'idempotency-key': newId() },
    })
  const waiting: number[] = []
  for (const [account, page] of [
    ['storekeeper', '/pickings/materialApplicationOut'],
    ['requester', '/pickings/pickingEdit'],
  ] as const) {
    const answer = await server.call<{ rows: { state: string }[] }>(
      'POST',
      '/api/documents/demand-problem/list',
      {
        token: await server.tokenOf(account, password),
        payload: { page, level: 'header', size: 200 },
      },
    )
    waiting.push(answer.body.datas.rows.length)
  }
  return { before, after: await states(), waiting }
}
