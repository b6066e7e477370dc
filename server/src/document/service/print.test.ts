import { newId } from '@kufang/kernel/identifier.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Session } from '../../platform/session/session.ts'
import { printDocument } from './print.ts'
import { documentCalls } from '../testing/http.ts'
import { person } from '../testing/small-company.ts'
import { goods, newPlace, ordered } from '../testing/ground.ts'
import { expectRefused, useWorld } from '../testing/trade.ts'

// 送货单查询打印: what printing a document records.

describe('printing', () => {
  const world = useWorld()
  let order: string
  let id: string
  let keeper: Session

  beforeAll(async () => {
    const place = await newPlace(world())
    order = await ordered(world(), place, goods(1))
    const made = await world().create('delivery-note', {
      header: { etaDate: '2099-12-01', deliveryMode: 'warehouse' },
      lines: [{ source: { id: order, lineNo: 1 }, quantity: '1' }],
    })
    id = made.id
    keeper = person('保管员甲', ['SHDCX'])
  })

  const print = (key = newId(), session = keeper, document = id) =>
    printDocument(world().database, session, 'delivery-note', document, key)
  const entries = () =>
    world().database.query<{
      userName: string
      before: unknown
      after: unknown
      subjectNo: string
    }>(
      `select user_name, before, after, subject_no from audit_entry where subject_id = $1 and action = 'print' order by at, id`,
      [id],
    )

  test('counts each time, leaves an audit entry, and changes nothing else about the document', async () => {
    const before = (await world().read('delivery-note', id)).header
    expect(before['printCount']).toBe(0)
    expect(await print()).toEqual({ printCount: 1 })
    expect(await print()).toEqual({ printCount: 2 })
    const after = (await world().read('delivery-note', id)).header
    expect(after).toEqual({ ...before, printCount: 2 })
    const trace = { userName: '保管员甲', subjectNo: before.docNo }
    expect(await entries()).toEqual([
      { ...trace, before: { printCount: 0 }, after: { printCount: 1 } },
      { ...trace, before: { printCount: 1 }, after: { printCount: 2 } },
    ])
  })

  test('counts once under one key, also when asked twice at once', async () => {
    const { printCount } = await print()
    const audits = (await entries()).length
    const key = newId()
    const [first, second] = await Promise.all([print(key), print(key)])
    expect([first, second, await print(key)]).toEqual(
      Array.from({ length: 3 }, () => ({ printCount: printCount + 1 })),
    )
    expect(await entries()).toHaveLength(audits + 1)
  })

  test('counts two people at once as two', async () => {
    const { printCount } = await print()
    const both = await Promise.all([print(), print(newId(), person('保管员乙', ['SHDCX']))])
    expect(both.map((one) => one.printCount).sort((one, other) => one - other)).toEqual([
      printCount + 1,
      printCount + 2,
    ])
  })

  test('is refused outside the data scope, and without a page of the document', async () => {
    const refusedScopes = [
      { storageLocations: ['0001/9999'] },
      { supplierNo: '100002' },
      { companyCodes: ['2020'] },
    ]
    for (const scope of refusedScopes) {
      await expectRefused(world(), () => print(newId(), person('外人', ['SHDCX'], scope)), [
        { code: 'not-found' },
      ])
    }
    await expectRefused(world(), () => print(newId(), person('收货员', ['SHQR'])), [
      { code: 'role-missing' },
    ])
    await expectRefused(world(), () => print(newId(), keeper, newId()), [{ code: 'not-found' }])
  })

  test('is not for mirrors of the ERP, which are printed there', async () => {
    const admin = { ...keeper, isAdmin: true }
    await expectRefused(
      world(),
      () => printDocument(world().database, admin, 'purchase-order', order, newId()),
      [{ code: 'not-found' }],
    )
  })

  test('over HTTP wants a key, and its count is a column of the list', async () => {
    const app = await documentCalls(world().database, keeper)
    const url = `/api/documents/delivery-note/${id}/print`
    const bare = await app.inject({ method: 'POST', url })
    expect(bare.statusCode).toBe(400)
    expect(bare.json()).toMatchObject({ datas: { code: 'idempotency-key-missing' } })
    const printed = await app.inject({
      method: 'POST',
      url,
      headers: { 'idempotency-key': newId() },
    })
    expect(printed.statusCode).toBe(200)
    const { printCount } = printed.json<{ datas: { printCount: number } }>().datas
    expect(printCount).toBeGreaterThan(0)
    const list = await app.inject({
      method: 'POST',
      url: '/api/documents/delivery-note/list',
      payload: { filters: [{ field: 'printCount', operator: 'eq', value: printCount }] },
    })
    expect(list.json()).toMatchObject({ datas: { rows: [{ id, printCount }] } })
    await app.close()
  })
})
