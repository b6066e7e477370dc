import { newId } from '@kufang/kernel/identifier.ts'
import { expect, test } from 'vitest'
import type { TestServer } from '../../platform/testing/test-server.ts'
import { demonstrationAccounts } from '../accounts.ts'

/** Tests what the demonstration tells of reservations and sales orders that a planner changed in the ERP. */
export function testToldDemands(server: () => TestServer): void {
  test('what a planner changed in the ERP under work of the unit is a problem there, and stays one when everything is read again', async () => {
    const { database } = server()
    const states = () =>
      database.query(`select demand_type, cause, state from demand_problem order by created_at`)
    const told = [
      { demandType: 'reservation', cause: 'changed', state: 'raised' },
      { demandType: 'reservation', cause: 'changed', state: 'answered' },
      { demandType: 'reservation', cause: 'ended', state: 'closed' },
      { demandType: 'salesOrder', cause: 'changed', state: 'raised' },
    ]
    expect(await states()).toEqual(told)
    const token = await server().tokenOf('admin', demonstrationAccounts[0]!.password)
    for (const name of ['reservation', 'sales-order'])
      await server().call('POST', `/api/external-documents/${name}/synchronise`, {
        token,
        payload: {},
        headers: { 'idempotency-key': newId() },
      })
    expect(await states()).toEqual(told)
    // The storekeeper and the requester of the demonstration see those that wait for them.
    const waiting = async (account: string, page: string) => {
      const answer = await server().call<{ rows: { state: string }[] }>(
        'POST',
        '/api/documents/demand-problem/list',
        {
          token: await server().tokenOf(account, demonstrationAccounts[0]!.password),
          payload: { page, level: 'header', size: 200 },
        },
      )
      return answer.body.datas.rows.length
    }
    expect(await waiting('storekeeper', '/pickings/materialApplicationOut')).toBe(4)
    expect(await waiting('requester', '/pickings/pickingEdit')).toBe(4)
  })
}
