import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  bin,
  company,
  documentCalled,
  move,
  post as moveGoods,
  supplier,
} from '../../ledger/testing/ledger-fixture.ts'
import { openStockServer, type StockServer } from '../testing/stock-server.ts'

let server: StockServer

const post: StockServer['post'] = (...call) => server.post(...call)

beforeAll(async () => {
  server = await openStockServer()
  const { database } = server
  await database.query(`insert into company (company_code, name) values ($1, '甲')`, [company])
  await database.query(
    `insert into plant (company_code, plant, name) values ($1, '1100', '一厂'), ($1, '1200', '二厂')`,
    [company],
  )
  await database.transaction((tx) =>
    moveGoods(tx, documentCalled('RK9', 'goods-receipt'), [
      move(supplier(), bin(), '10', { lineNo: 1 }),
      move(supplier(), bin({ plant: '1200' }), '4', { lineNo: 2 }),
    ]),
  )
  const plants = [{ companyCode: company, plant: '1100' }]
  for (const [account, role] of Object.entries({ reporter: 'BBSFCLS', stranger: 'LLDCX' }))
    await server.addUser(account, { roles: [role], plants })
})
afterAll(async () => {
  await server?.close()
})

describe('the report of a month', () => {
  it('opens the moves behind its rows for who reads it, the same plants, and nothing else of the stock', async () => {
    const { body } = await post('reporter', '/api/queries/period-stock/list', {
      filters: [{ field: 'materialNo', operator: 'eq', value: 'M-1' }],
    })
    expect(body.datas.rows).toHaveLength(1)
    const [row] = body.datas.rows as Record<string, string>[]
    expect(row).not.toHaveProperty('closingValue')
    const { materialNo, plant, beginsAt, endsAt, receiptQuantity } = row!
    const moves = await post('reporter', '/api/queries/stock-move/list', {
      parameters: { materialNo, plant },
      filters: [{ field: 'movedAt', operator: 'between', value: [beginsAt, endsAt] }],
    })
    expect(moves.body.datas.rows.map(({ documentNo }) => documentNo)).toContain('RK9')
    expect(receiptQuantity).toBe('10')
    // Nothing of it is posted: that is the cut-off, and its documents are those behind it.
    expect(row).toMatchObject({
      closingQuantity: '10',
      erpClosingQuantity: '0',
      cutOffQuantity: '10',
    })
    expect(row).not.toHaveProperty('cutOffValue')
    const behind = await post('reporter', '/api/queries/period-cut-off/list', {
      filters: [
        { field: 'period', operator: 'eq', value: row!['period'] },
        { field: 'materialNo', operator: 'eq', value: materialNo },
      ],
    })
    expect(behind.body.datas.rows).toMatchObject([
      { documentNo: 'RK9', plant: '1100', quantity: '10', postingDate: null, reason: 'notPosted' },
    ])
    expect(behind.body.datas.rows[0]).not.toHaveProperty('amount')
    expect((await post('stranger', '/api/queries/period-cut-off/list')).status).toBe(403)
    expect((await post('reporter', '/api/queries/stock/list')).status).toBe(403)
    expect((await post('stranger', '/api/queries/period-stock/list')).status).toBe(403)
  })

  it('leaves as a workbook with the columns of the screen', async () => {
    const reply = await post('reporter', '/api/queries/period-stock/export', {
      columns: [
        { field: 'materialNo', title: '物料编码' },
        { field: 'closingQuantity', title: '期末数量' },
      ],
    })
    expect(reply.status).toBe(200)
    expect(reply.headers['content-type']).toContain('spreadsheetml')
    const refused = await post('reporter', '/api/queries/period-stock/export', {
      columns: [{ field: 'closingValue', title: '期末金额' }],
    })
    expect(refused.status).toBe(400)
  })
})
