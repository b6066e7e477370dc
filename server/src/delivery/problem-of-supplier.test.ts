import { problemDocument } from '@kufang/contract/delivery/problem-document.ts'
import { rolesFor } from '@kufang/contract/document/decide.ts'
import { expect, test } from 'vitest'
import { raiseReceiptProblems } from './watch-receipts.ts'
import { documentCalls } from '../document/testing/http.ts'
import { arrived, called } from '../document/testing/core-flow.ts'
import { goods, newPlace } from '../document/testing/ground.ts'
import { person } from '../document/testing/small-company.ts'
import { expectRefused, tradeOf, useWorld } from '../document/testing/trade.ts'

// What a supplier sees of the problems of his orders: his own delivery notes, and nothing of our books or of SAP.

const world = useWorld()
const trade = tradeOf(world, 'problem-document')
const supplier = person('供应商', ['SHDCX', ...rolesFor(problemDocument, 'answer')], {
  supplierNo: '100001',
})
const buyer = person('采购员', ['SHDCX', ...rolesFor(problemDocument, 'decide')])

/** All that this person gets of a problem document over the API. */
async function seen(session: typeof supplier, id: string) {
  const app = await documentCalls(world().database, session)
  const get = async (path: string) =>
    (
      await app.inject({ method: 'GET', url: `/api/documents/problem-document/${id}${path}` })
    ).json<{
      datas: unknown
    }>().datas
  const list = async (payload: object) =>
    (
      await app.inject({
        method: 'POST',
        url: '/api/documents/problem-document/list',
        payload: { page: '/deliverManager/queryDelivery', ...payload },
      })
    ).json<{ datas: { rows?: Record<string, unknown>[]; code?: string } }>().datas
  const everything = {
    document: (await get('')) as { header: Record<string, unknown> },
    history: await get('/log'),
    flow: await get('/flow'),
    headers: (await list({})).rows!.filter((row) => row['id'] === id),
    lines: (await list({ level: 'line' })).rows!.filter((row) => row['id'] === id),
  }
  const bySearch = await list({
    filters: [{ field: 'concernedNos', operator: 'contains', value: 'LIUYANG' }],
  })
  await app.close()
  return { ...everything, bySearch, text: JSON.stringify(everything) }
}

let sapNumbers = 4_900_000_777

/** An order item with an arrival, of which the ERP has received less than we posted; a user of SAP returned goods. */
async function belowPosted() {
  const { arrival } = await arrived(world(), await newPlace(world()), goods(1))
  const { lines } = await world().read('arrival', arrival)
  const orderNo = String(lines[0]!['purchaseOrderNo'])
  const sapNo = String((sapNumbers += 1))
  await world().database.query(
    `insert into erp_direct_document (company_code, material_document, material_document_year, posting_date, created_by, kind, items)
     values ('1010', $1, '2026', '2026-11-20', 'LIUYANG', 'movement', $2::jsonb)`,
    [
      sapNo,
      JSON.stringify([{ purchaseOrder: orderNo, purchaseOrderItem: '1', movementType: '122' }]),
    ],
  )
  const tell = (received: string) =>
    world().database.transaction((tx) =>
      raiseReceiptProblems(tx, '1010', [
        {
          orderNo,
          orderLine: 1,
          posted: '10',
          received,
          docNos: ['SH-INTERNAL-1'],
        } as never,
      ]),
    )
  await tell('7')
  const [row] = await world().database.query<{ id: string }>(
    `select id from problem_document where purchase_order_no = $1`,
    [orderNo],
  )
  return { id: row!.id, sapNo, tell }
}

test('a difference of our books waits for the buyer at once, also when it grows; the supplier is not asked about it', async () => {
  const { id, tell } = await belowPosted()
  const openTodos = () =>
    world().database.query(
      `select action from todo where document_id = $1 and done_at is null order by 1`,
      [id],
    )
  expect((await trade.header(id)).state).toBe('answered')
  expect(await openTodos()).toEqual([{ action: 'decide' }])
  await tell('6')
  expect((await trade.header(id)).state).toBe('answered')
  expect(await openTodos()).toEqual([{ action: 'decide' }])
  await expectRefused(world(), () => trade.act(id, 'answer', { input: { answer: '已全部送达' } }), [
    { code: 'wrong-state' },
  ])
  await trade.act(id, 'decide', { input: { decision: 'corrected', reason: '已取消 SAP 凭证' } })
  expect((await trade.header(id)).state).toBe('closed')
})

test('the supplier sees neither our numbers nor the users of SAP, wherever he reads; the buyer does', async () => {
  const { id, sapNo } = await belowPosted()
  const own = await seen(supplier, id)
  expect(own.lines).toHaveLength(1)
  for (const secret of ['LIUYANG', sapNo, 'SH-INTERNAL-1', 'concernedNos'])
    expect(own.text).not.toContain(secret)
  // Nor by asking for it.
  expect(own.bySearch.code).toBe('column-unknown')
  const ours = await seen(buyer, id)
  expect(ours.document.header['concernedNos']).toEqual(['SH-INTERNAL-1', `${sapNo}/2026 LIUYANG`])
  expect(ours.text).toContain('LIUYANG')
})

test('of what is missing in a crate he sees the item and the words, and not the number of our check', async () => {
  await world().database.query(
    `update material set required_documents = '{合格证}', required_spares = '{}' where material_no = 'M-VALVE'`,
  )
  const { notice, arrival } = await arrived(world(), await newPlace(world()), goods(1))
  await called(world(), notice)
  const check = await world().create('packing-check', {
    header: { caseNo: '1/1' },
    lines: [
      {
        source: { id: notice, lineNo: 1 },
        quantity: '10',
        itemKind: 'document',
        itemName: '合格证',
        foundCount: 0,
      },
    ],
    actionAfterCreate: 'confirm',
  })
  const { lines } = await world().read('arrival', arrival)
  const [row] = await world().database.query<{ id: string }>(
    `select id from problem_document where purchase_order_no = $1`,
    [lines[0]!['purchaseOrderNo']],
  )
  const own = await seen(supplier, row!.id)
  expect(own.text).not.toContain(check.docNo)
  expect(own.document.header).toMatchObject({ state: 'raised', remark: '随机资料 合格证 × 1' })
})
