import { anyErpMovement } from '../erp/testing/erp-movement.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMonths, periodOf, todayIn } from '@kufang/kernel/local-date.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { parseQuantity } from '@kufang/kernel/quantity.ts'
import type { FailureData } from '../platform/http/envelope.ts'
import { stockKey } from '../ledger/key.ts'
import { postMoves } from '../ledger/ledger.ts'
import { openStockServer, type StockServer } from './testing/stock-server.ts'

let server: StockServer
let keeperId: string
let receiptId: string
let beforeIssue: string

const moves = '/api/queries/stock-move/list'

const post: StockServer['post'] = (...call) => server.post(...call)

beforeAll(async () => {
  server = await openStockServer()
  const { database } = server
  await database.query(
    `insert into company (company_code, name) values ('1000', '甲'), ('2000', '乙')`,
  )
  await database.query(
    `insert into plant (company_code, plant, name) values ('1000', '1010', '一厂'), ('1000', '1020', '二厂'), ('2000', '2010', '三厂')`,
  )
  await database.query(`insert into unit (unit, name_zh, decimals) values ('EA', '个', 0)`)
  await database.query(
    `insert into material (material_no, description, specification, material_group, unit) values
     ('M-1', '闸阀', 'DN50', 'G1', 'EA'), ('M-2', '法兰', 'PN16', 'G2', 'EA')`,
  )
  const plants = [{ companyCode: '1000', plant: '1010' }]
  const users = {
    admin: { roles: ['admin'] },
    keeper: { roles: ['KCCX'], plants: [{ companyCode: '1000' }] },
    narrow: { roles: ['KCCX'], plants },
    accountant: { roles: ['KCCX', 'KCCXJE', 'XTYWPZ'], plants: [{ companyCode: '1000' }] },
    stranger: { roles: ['LLDCX'], plants },
  }
  for (const [account, user] of Object.entries(users)) {
    const userId = await server.addUser(account, user)
    if (account === 'keeper') keeperId = userId
  }
  const supplier = (companyCode: string, materialNo: string) =>
    stockKey({ companyCode, materialNo, place: 'supplier' })
  const bin = (companyCode: string, plant: string, materialNo: string, name: string) =>
    stockKey({ companyCode, plant, storageLocation: 'W001', bin: name, materialNo })
  receiptId = newId()
  const document = (id: string, documentNo: string, companyCode: string) => ({
    companyCode,
    documentType: 'goods-receipt',
    documentId: id,
    documentNo,
    userId: keeperId,
    now: new Date(),
    idempotencyPrefix: id,
  })
  const move = (
    lineNo: number,
    from: ReturnType<typeof supplier>,
    to: ReturnType<typeof supplier>,
    quantity: string,
  ) => ({
    lineNo,
    from,
    to,
    quantity: parseQuantity(quantity),
    movementType: '101',
    postsToErp: true,
    erp: anyErpMovement,
    amount: '12.50' as never,
    amountSource: 'order-price' as const,
  })
  await database.transaction(async (tx) => {
    await postMoves(tx, {
      ...document(receiptId, 'RK1', '1000'),
      moves: [
        move(1, supplier('1000', 'M-1'), bin('1000', '1010', 'M-1', 'A-01'), '10'),
        move(2, supplier('1000', 'M-2'), bin('1000', '1020', 'M-2', 'B-01'), '4'),
      ],
    })
    await postMoves(tx, {
      ...document(newId(), 'RK2', '2000'),
      moves: [move(1, supplier('2000', 'M-1'), bin('2000', '2010', 'M-1', 'C-01'), '7')],
    })
  })
  const [moment] = await database.query<{ now: string }>('select clock_timestamp() as now')
  beforeIssue = moment!.now
  await database.transaction((tx) =>
    postMoves(tx, {
      ...document(newId(), 'CK1', '1000'),
      now: new Date(Date.parse(beforeIssue) + 1000),
      moves: [
        {
          ...move(
            1,
            bin('1000', '1010', 'M-1', 'A-01'),
            stockKey({ companyCode: '1000', materialNo: 'M-1', place: 'consumption' }),
            '3',
          ),
          movementType: '201',
        },
      ],
    }),
  )
})

afterAll(async () => {
  await server?.close()
})

describe('the stock list', () => {
  it('shows what lies where, with names, count and totals', async () => {
    const { body } = await post('keeper', '/api/queries/stock/list', { withTotals: true })
    expect(body.datas.rows).toMatchObject([
      {
        companyCode: '1000',
        plant: '1010',
        bin: 'A-01',
        materialNo: 'M-1',
        description: '闸阀',
        unit: 'EA',
        quantity: '7',
        available: '7',
      },
      { plant: '1020', bin: 'B-01', materialNo: 'M-2', specification: 'PN16', quantity: '4' },
    ])
    expect(body.datas).toMatchObject({
      total: 2,
      totalIsCapped: false,
      totals: { quantity: '11' },
      nextCursor: null,
    })
  })

  it('shows each person their scope only, and nothing without the role', async () => {
    const bins = async (who: string) =>
      (await post(who, '/api/queries/stock/list')).body.datas.rows.map((row) => row['bin'])
    expect(await bins('narrow')).toEqual(['A-01'])
    expect(await bins('admin')).toEqual(['A-01', 'C-01', 'B-01'])
    const refused = await post('stranger', '/api/queries/stock/list')
    expect([refused.status, refused.body.datas.code]).toEqual([403, 'role-missing'])
  })

  it('filters and sorts by any column, page by page', async () => {
    const first = await post('admin', '/api/queries/stock/list', {
      sort: [{ field: 'quantity', direction: 'desc' }],
      size: 2,
    })
    expect(first.body.datas.rows.map((row) => row['quantity'])).toEqual(['7', '7'])
    const second = await post('admin', '/api/queries/stock/list', {
      sort: [{ field: 'quantity', direction: 'desc' }],
      size: 2,
      cursor: first.body.datas.nextCursor,
    })
    expect(second.body.datas.rows.map((row) => row['quantity'])).toEqual(['4'])
    const named = await post('admin', '/api/queries/stock/list', {
      filters: [{ field: 'description', operator: 'contains', value: '法' }],
    })
    expect(named.body.datas.rows.map((row) => row['materialNo'])).toEqual(['M-2'])
    const unknown = await post('admin', '/api/queries/stock/list', {
      filters: [{ field: 'password', operator: 'eq', value: '1' }],
    })
    expect([unknown.status, unknown.body.datas.code]).toEqual([400, 'column-unknown'])
  })

  it('is exported as a workbook', async () => {
    const answer = await post('keeper', '/api/queries/stock/export', {
      columns: [
        { field: 'materialNo', title: '物料' },
        { field: 'quantity', title: '数量' },
      ],
    })
    expect(answer.headers['content-type']).toContain('spreadsheetml')
    expect(answer.text.startsWith('PK')).toBe(true)
  })
})

describe('the stock of a moment', () => {
  let then: { parameters: { at: string } }
  beforeAll(() => {
    then = { parameters: { at: beforeIssue } }
  })

  it('is what lay there then, with totals and in any order', async () => {
    const { body } = await post('keeper', '/api/queries/stock-as-of/list', {
      ...then,
      withTotals: true,
    })
    expect(body.datas.rows).toMatchObject([
      { materialNo: 'M-1', description: '闸阀', quantity: '10' },
      { materialNo: 'M-2', quantity: '4' },
    ])
    expect(body.datas).toMatchObject({ total: 2, totals: { quantity: '14' } })
    const sorted = await post('keeper', '/api/queries/stock-as-of/list', {
      ...then,
      sort: [{ field: 'quantity', direction: 'asc' }],
      size: 1,
    })
    expect(sorted.body.datas.rows).toMatchObject([{ quantity: '4' }])
    const next = await post('keeper', '/api/queries/stock-as-of/list', {
      ...then,
      sort: [{ field: 'quantity', direction: 'asc' }],
      size: 1,
      cursor: sorted.body.datas.nextCursor,
    })
    expect(next.body.datas).toMatchObject({ rows: [{ quantity: '10' }], nextCursor: null })
  })

  it('is paged without sorting, and refuses what it cannot know', async () => {
    const first = await post('keeper', '/api/queries/stock-as-of/list', { ...then, size: 1 })
    const second = await post('keeper', '/api/queries/stock-as-of/list', {
      ...then,
      size: 1,
      cursor: first.body.datas.nextCursor,
    })
    expect([first, second].map(({ body }) => body.datas.rows[0]!['materialNo'])).toEqual([
      'M-1',
      'M-2',
    ])
    const search = await post('keeper', '/api/queries/stock-as-of/list', {
      ...then,
      search: 'PN16',
    })
    expect(search.body.datas.rows).toMatchObject([{ materialNo: 'M-2' }])
    for (const [code, wrong] of [
      // Held quantities are available for the present only.
      ['column-unknown', { filters: [{ field: 'reserved', operator: 'gte', value: '1' }] }],
      ['field-required', { parameters: {} }],
      ['input-invalid', { parameters: { at: 'yesterday' } }],
      ['column-unknown', { parameters: { ...then.parameters, day: '2026-01-01' } }],
      // PostgreSQL text cannot contain this character: the request is refused before the route runs.
      ['body-invalid', { filters: [{ field: 'plant', operator: 'eq', value: 'a\u0000' }] }],
      ['input-invalid', { cursor: 'nonsense' }],
    ] as const) {
      const answer = await post('keeper', '/api/queries/stock-as-of/list', { ...then, ...wrong })
      expect(answer.body.datas.code).toBe(code)
      expect([400, 422]).toContain(answer.status)
    }
  })
})

describe('the history of a quantity', () => {
  it('names documents, people and the ERP’s documents, latest first', async () => {
    const { database } = server
    const [moved] = await database.query<{ id: string }>(
      `select id from stock_move where document_no = 'RK1' and line_no = 1`,
    )
    const postingId = newId()
    await database.query(
      `insert into erp_posting (company_code, id, document_type, document_id, document_no, step, direction, posting_key, state, posting_date,
         document_date, goods_movement_code, payload, user_id, material_document, material_document_year)
       values ('1000', $1, 'goods-receipt', $2, 'RK1', 1, 'post', 'K1', 'posted', current_date, current_date, '01', '{}', $3, '5000000001', '2026')`,
      [postingId, receiptId, keeperId],
    )
    await database.query(
      `insert into erp_posting_item (company_code, posting_id, item_no, document_line, move_id, material_no, quantity, unit, movement_type)
       values ('1000', $1, 1, 1, $2, 'M-1', 10, 'EA', '101')`,
      [postingId, moved!.id],
    )
    const [row] = (await post('keeper', '/api/queries/stock/list')).body.datas.rows
    const { body } = await post('keeper', moves, {
      filters: [{ field: 'companyCode', operator: 'eq', value: '1000' }],
      parameters: { keyId: row!['keyId'] },
    })
    expect(body.datas.rows).toMatchObject([
      {
        documentNo: 'CK1',
        movementType: '201',
        materialDocument: null,
        toPlace: 'consumption',
      },
      {
        documentNo: 'RK1',
        userName: '人员keeper',
        materialDocument: '5000000001',
        materialDocumentYear: '2026',
        fromPlace: 'supplier',
      },
    ])
    expect(body.datas.rows[0]).not.toHaveProperty('amount')
    const byUser = await post('keeper', moves, {
      filters: [{ field: 'userName', operator: 'eq', value: '人员keeper' }],
      parameters: { materialNo: 'M-1' },
    })
    expect(byUser.body.datas.rows).toMatchObject([
      { documentNo: 'CK1', userName: '人员keeper' },
      { documentNo: 'RK1', materialDocument: '5000000001' },
    ])
    const first = await post('accountant', moves, { size: 1 })
    expect(first.body.datas.rows).toMatchObject([{ documentNo: 'CK1', amount: '12.5' }])
    const second = await post('accountant', moves, {
      size: 1,
      cursor: first.body.datas.nextCursor,
    })
    expect(second.body.datas.rows).toMatchObject([{ documentNo: 'RK1' }])
  })

  it('stays within the scope', async () => {
    const foreign = await post('keeper', moves, {
      filters: [{ field: 'companyCode', operator: 'eq', value: '2000' }],
    })
    expect(foreign.body.datas.rows).toEqual([])
    const narrow = await post('narrow', moves)
    expect(new Set(narrow.body.datas.rows.map((move) => move['materialNo']))).toEqual(
      new Set(['M-1']),
    )
    const hidden = await post('narrow', moves, { search: 'M-2' })
    expect(hidden.body.datas.rows).toEqual([])
    const broken = await post<FailureData>('narrow', moves, { cursor: 'nonsense' })
    expect([broken.status, broken.body.datas.code]).toEqual([400, 'input-invalid'])
    expect((await post('stranger', moves)).status).toBe(403)
  })
})

describe('periods and proofs', () => {
  it('open and close once per key, with a trace', async () => {
    const period = periodOf(addMonths(todayIn('Asia/Shanghai', new Date()), -1))
    const key = newId()
    const change = (payload: object) =>
      server.call<
        { period: string; isOpen: boolean; change: { id: string } | null }[] & FailureData
      >('POST', '/api/stock/periods', {
        token: server.tokenFor('accountant'),
        payload,
        headers: { 'idempotency-key': key },
      })
    const wanted = { companyCode: '1000', period, act: 'open', reason: '补记上月', unposted: [] }
    const asked = (await change(wanted)).body.datas.find((row) => row.period === period)!
    expect(asked).toMatchObject({ isOpen: false, change: { requestedByName: '人员accountant' } })
    await change(wanted)
    const approve = (account: string) =>
      server.call<FailureData>('POST', `/api/stock/periods/changes/${asked.change!.id}/approve`, {
        token: server.tokenFor(account),
        payload: {},
        headers: { 'idempotency-key': newId() },
      })
    expect((await approve('accountant')).body.datas.code).toBe('rule-change-own')
    expect((await approve('admin')).status).toBe(200)
    const traces = await server.database.query(
      `select action from audit_entry where subject_type = 'accounting-period' order by action`,
    )
    expect(traces.map(({ action }) => action)).toEqual(['approve-change', 'open', 'request-change'])
    const old = await post<FailureData>('accountant', '/api/stock/periods', {
      companyCode: '1000',
      period: '202001',
      act: 'open',
      reason: '补记',
    })
    expect(old.body.datas.code).toBe('period-not-changeable')
    const foreign = await post<FailureData>('accountant', '/api/stock/periods', {
      companyCode: '2000',
      period,
      act: 'open',
      reason: '补记',
    })
    expect(foreign.body.datas.code).toBe('outside-scope')
    expect((await post<FailureData>('keeper', '/api/stock/periods', {})).status).toBe(403)
  })

  it('proofs are for administrators and find the planted difference', async () => {
    expect(
      (await server.call('GET', '/api/stock/proofs', { token: server.tokenFor('keeper') })).status,
    ).toBe(403)
    const proofs = async () =>
      (
        await server.call<{ name: string; rows: unknown[] }[]>('GET', '/api/stock/proofs', {
          token: server.tokenFor('admin'),
        })
      ).body.datas
    expect((await proofs()).find((proof) => proof.name === 'moves-equal-balances')).toMatchObject({
      rows: [],
    })
    await server.database.query(
      `update stock_balance set quantity = quantity + 1 where bin = 'B-01'`,
    )
    expect(
      (await proofs()).find((proof) => proof.name === 'moves-equal-balances')!.rows,
    ).toHaveLength(1)
    await server.database.query(
      `update stock_balance set quantity = quantity - 1 where bin = 'B-01'`,
    )
  })
})
