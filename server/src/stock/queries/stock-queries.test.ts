import { addAll } from '@kufang/kernel/add-all.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseLocalDate } from '@kufang/kernel/local-date.ts'
import { parseMoney } from '@kufang/kernel/money.ts'
import { parseQuantity } from '@kufang/kernel/quantity.ts'
import type { Filter, ListRequest } from '@kufang/contract/document/api.ts'
import { queryOptions, type BoundQuery } from '../../document/list/bind-query.ts'
import { readList } from '../../platform/list/read-list.ts'
import { systemSession, type Scope } from '../../platform/session/session.ts'
import { moveList } from './list-moves.ts'
import { stockAsOfList } from './list-stock-as-of.ts'
import { stockList } from './list-stock.ts'
import { proposeAllocation, type AllocationDemand } from '../../ledger/holds/allocate.ts'
import { recordBatches } from '../../ledger/batches/batches.ts'
import { setMaterialGroups } from '../../ledger/material-groups.ts'
import { revaluePeriods } from '../../ledger/periods/revalue-periods.ts'
import { takeSnapshot } from '../../ledger/periods/snapshot.ts'
import { writeValuations } from '../../ledger/periods/valuations.ts'
import {
  bin,
  company,
  consumption,
  documentCalled,
  everything,
  failedProofs,
  hold,
  move,
  openLedger,
  post,
  reverse,
  supplier,
  type LedgerDatabase,
} from '../../ledger/testing/ledger-fixture.ts'

let ledger: LedgerDatabase
const issue = documentCalled('CK1')
const january = new Date('2026-01-10T02:00:00Z')
const february = new Date('2026-02-10T02:00:00Z')
const march = new Date('2026-03-10T02:00:00Z')
const valve = 'M-VALVE'
const resin = 'M-RESIN'
const resins = { materialNo: resin }
const soon = { ...resins, batch: 'SOON' }

beforeAll(async () => {
  ledger = await openLedger()
  const { database } = ledger
  await setMaterialGroups(database, company, [{ materialNo: valve, materialGroup: 'G01' }])
  await database.transaction((tx) =>
    post(
      tx,
      documentCalled('RK1', 'goodsReceipt'),
      [
        ...Array.from({ length: 25 }, (_none, index) =>
          move(
            supplier({ materialNo: valve }),
            bin({ materialNo: valve, bin: `A-${10 + index}` }),
            `${index + 1}`,
            {
              lineNo: index + 1,
              amount: parseMoney('100'),
              amountSource: 'order-price',
            },
          ),
        ),
        move(supplier(resins), bin({ ...resins, batch: 'OLD' }), '5', { lineNo: 31 }),
        move(supplier(resins), bin({ ...resins, batch: 'SOON', bin: 'C-1' }), '5', { lineNo: 32 }),
        move(supplier(resins), bin({ ...resins, batch: 'LATE', bin: 'C-2' }), '5', { lineNo: 33 }),
        move(supplier(resins), bin({ ...resins, batch: 'NODATE', bin: 'C-0' }), '5', {
          lineNo: 34,
        }),
        move(supplier(resins), bin({ ...resins, batch: 'LATE', stockCategory: 'BL' }), '7', {
          lineNo: 35,
        }),
        move(
          supplier(resins),
          bin({
            ...resins,
            storageLocation: 'W002',
            specialStock: 'K',
            specialStockReference: 'V7',
          }),
          '9',
          { lineNo: 36 },
        ),
      ],
      { now: january },
    ),
  )
  await recordBatches(database, company, [
    { lineNo: 1, materialNo: resin, batch: 'OLD', expiryDate: parseLocalDate('2026-03-01') },
    { ...soon, lineNo: 2, expiryDate: parseLocalDate('2026-06-01'), heatNo: 'HX-1' },
    { lineNo: 3, materialNo: resin, batch: 'LATE', expiryDate: parseLocalDate('2027-01-01') },
    { lineNo: 4, materialNo: resin, batch: 'NODATE', firstReceivedAt: january },
  ])
  // What is stated later completes a batch.
  await recordBatches(database, company, [{ ...soon, lineNo: 1, certificateNo: 'MTC-1' }])
  const valves = { materialNo: valve }
  const issued = move(bin({ ...valves, bin: 'A-10' }), consumption(valves), '1')
  await database.transaction((tx) => post(tx, issue, [issued], { now: february }))
  await database.transaction((tx) =>
    setMaterialGroups(tx, company, [{ materialNo: resin, materialGroup: 'G02' }]),
  )
})
afterAll(async () => {
  const failed = await failedProofs(ledger.database)
  await ledger.drop()
  expect(failed).toEqual([])
})

/** A page of a declared query as read by a person with this scope. */
const read = async (query: BoundQuery, request: ListRequest = {}, scope: Partial<Scope> = {}) => {
  const session = { ...systemSession([company], 'test'), scope: { ...everything, ...scope } }
  const options = queryOptions(query, session, { size: 100, ...request }, ledger.database)
  return readList(ledger.database, { ...options, sizeMax: 500 })
}
const list = (request?: ListRequest, scope?: Partial<Scope>) => read(stockList, request, scope)

/** All pages of the given size, one after the other. */
async function everyPage(query: BoundQuery, request: ListRequest, size: number) {
  const rows: Record<string, unknown>[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof read>> = await read(query, { ...request, cursor, size })
    addAll(rows, page.rows)
    cursor = page.nextCursor
  } while (cursor !== null)
  return rows
}

test('the list leaves out what ran empty, pages without gap or repetition in every order', async () => {
  expect((await list()).rows).toHaveLength(30)
  for (const field of Object.keys(stockList.definition.fields))
    for (const direction of ['asc', 'desc'] as const) {
      const sort = [{ field, direction }]
      const whole = (await list({ sort })).rows.map(({ keyId }) => keyId)
      const paged = (await everyPage(stockList, { sort }, 7)).map(({ keyId }) => keyId)
      expect(paged).toEqual(whole)
      expect(new Set(paged).size).toBe(30)
    }
})

test('every filter narrows, the totals agree with the rows', async () => {
  const eq = (field: string, value: unknown): Filter => ({ field, operator: 'eq', value })
  const of = (field: string, operator: Filter['operator'], value: unknown): Filter => ({
    field,
    operator,
    value,
  })
  const cases: [Filter[], number][] = [
    [[eq('materialNo', valve)], 24],
    [[of('materialNo', 'in', [valve, resin])], 30],
    [[of('bin', 'startsWith', 'A-1')], 9],
    [[of('bin', 'contains', '-2')], 11],
    [[of('bin', 'contains', '%')], 0],
    [[eq('materialGroup', 'G02')], 6],
    [[eq('batch', 'LATE')], 2],
    // However it is typed, scanned or exported by SAP.
    [[eq('batch', ' ｌate ')], 2],
    [[of('batch', 'in', ['late', 'ＮＯＤＡＴＥ'])], 3],
    [[of('bin', 'startsWith', 'ａ－1')], 9],
    [[eq('stockCategory', 'BL')], 1],
    [[of('stockCategory', 'in', [])], 0],
    [[eq('specialStock', 'K'), eq('specialStockReference', 'V7')], 1],
    [[of('book', 'in', ['ZERO', 'OFF'])], 0],
    [[of('quantity', 'between', ['5', '7'])], 8],
    [[of('available', 'gte', '25')], 1],
    [[of('frozen', 'gte', '0.001')], 0],
    [[of('expiryDate', 'lte', '2026-12-31')], 2],
    [[of('heatNo', 'startsWith', 'HX')], 1],
    [[eq('certificateNo', 'MTC-1')], 1],
    [[eq('storageLocation', 'W002')], 1],
    [[eq('plant', '1200')], 0],
    [[of('lastMoveAt', 'gte', '2026-02-01T00:00:00Z')], 0],
  ]
  for (const [filters, count] of cases) {
    const { rows, total } = await list({ filters, withTotals: true })
    expect({ filters, rows: rows.length, total }).toEqual({ filters, rows: count, total: count })
  }
  const [soon] = (await list({ filters: [eq('heatNo', 'HX-1')] })).rows
  expect(soon).toMatchObject({ expiryDate: '2026-06-01', certificateNo: 'MTC-1', available: '5' })
})

test('a person sees the stock of his scope only', async () => {
  const count = async (scope: Partial<Scope>) => (await list({}, scope)).rows.length
  expect(await count({ companyCodes: [] })).toBe(0)
  expect(await count({ companyCodes: ['2000'] })).toBe(0)
  expect(await count({ companyCodes: ['1000', '2000'] })).toBe(30)
  expect(await count({ plants: [] })).toBe(0)
  expect(await count({ plants: ['1100'] })).toBe(30)
  expect(await count({ storageLocations: ['1100/W002'] })).toBe(1)
  expect(await count({ storageLocations: ['1200/W002'] })).toBe(0)
  expect(await count({ materialGroups: ['G01'] })).toBe(24)
  expect(await count({ supplierNo: 'V7' })).toBe(1)
  expect(await count({ supplierNo: 'V8' })).toBe(0)
})

test('a summary adds up what lies in many bins, within the scope, the filters and the search', async () => {
  const summed = async (request: ListRequest, scope?: Partial<Scope>) => {
    const { rows, ...rest } = await list({ withTotals: true, ...request }, scope)
    return {
      ...rest,
      rows: rows.map((row) => `${String(row['materialNo'])} ${String(row['quantity'])}`),
    }
  }
  // 25 bins of 1 to 25 valves, one of which was issued; 5 × 4 + 7 + 9 of resin.
  expect(await summed({ grouping: 'material' })).toMatchObject({
    rows: [`${resin} 36`, `${valve} 324`],
    total: 2,
  })
  expect(await summed({ grouping: 'material' }, { storageLocations: ['1100/W002'] })).toMatchObject(
    {
      rows: [`${resin} 9`],
    },
  )
  const filters: Filter[] = [{ field: 'bin', operator: 'startsWith', value: 'A-1' }]
  expect((await summed({ grouping: 'material', filters })).rows).toEqual([`${valve} 54`])
  const many: Filter[] = [{ field: 'quantity', operator: 'gte', value: '100' }]
  expect((await summed({ grouping: 'material', filters: many })).rows).toEqual([`${valve} 324`])
  const byLocation = await list({ grouping: 'storageLocation' })
  expect(
    byLocation.rows.map(({ storageLocation, stockCategory, quantity }) => [
      storageLocation,
      stockCategory,
      quantity,
    ]),
  ).toEqual([
    ['W001', 'BL', '7'],
    ['W001', 'UU', '20'],
    ['W001', 'UU', '324'],
    ['W002', 'UU', '9'],
  ])
  expect(byLocation.rows[0]).not.toHaveProperty('bin')
  const paged = await everyPage(stockList, { grouping: 'storageLocation' }, 1)
  expect(paged).toEqual(byLocation.rows)
  await expect(list({ grouping: 'colour' })).rejects.toThrow(/input-invalid/)
  await expect(
    list({ grouping: 'material', sort: [{ field: 'bin', direction: 'asc' }] }),
  ).rejects.toThrow(/column-unknown/)
})

test('what expires first goes first, never what has expired, then what came first; held goods are not offered', async () => {
  const propose = (
    demands: (Omit<AllocationDemand, 'quantity' | 'plant' | 'storageLocation' | 'materialNo'> & {
      quantity: string
    })[],
  ) =>
    proposeAllocation(ledger.database, {
      companyCode: company,
      today: parseLocalDate('2026-03-02'),
      demands: demands.map((demand) => ({
        plant: '1100',
        storageLocation: 'W001',
        materialNo: resin,
        ...demand,
        quantity: parseQuantity(demand.quantity),
      })),
    })
  const taken = async (...demands: Parameters<typeof propose>[0]) =>
    (await propose(demands)).map(
      ({ lineNo, key, quantity }) => `${lineNo} ${key.batch} ${quantity}`,
    )
  expect(await taken({ lineNo: 1, quantity: '12' })).toEqual(['1 SOON 5', '1 LATE 5', '1 NODATE 2'])
  expect(await taken({ lineNo: 1, quantity: '99' })).toEqual(['1 SOON 5', '1 LATE 5', '1 NODATE 5'])
  expect(
    await taken({ lineNo: 1, quantity: '7' }, { lineNo: 2, quantity: '4', batch: 'SOON' }),
  ).toEqual(['1 SOON 1', '1 LATE 5', '1 NODATE 1', '2 SOON 4'])
  expect(await taken({ lineNo: 1, quantity: '1', batch: 'OLD' })).toEqual([])
  expect(
    await taken({
      lineNo: 1,
      quantity: '1',
      stocks: [{ specialStock: 'K', specialStockReference: 'V7' }],
    }),
  ).toEqual([])
  await expect(
    ledger.database.transaction(async (tx) => {
      await hold(tx, documentCalled('LL1'), bin({ ...resins, batch: 'SOON', bin: 'C-1' }), '4')
      const proposals = await proposeAllocation(tx, {
        companyCode: company,
        today: parseLocalDate('2026-03-02'),
        demands: [
          {
            lineNo: 1,
            plant: '1100',
            storageLocation: 'W001',
            materialNo: resin,
            quantity: parseQuantity('2'),
          },
        ],
      })
      throw new Error(proposals.map(({ key, quantity }) => `${key.batch} ${quantity}`).join())
    }),
  ).rejects.toThrow('SOON 1,LATE 1')
})

test('stock as of any moment is the last snapshot and the moves after it, with or without one', async () => {
  const asOf = async (at: string, size = 100) =>
    (await everyPage(stockAsOfList, { parameters: { at } }, size)).map(
      ({ materialNo, bin: place, batch, stockCategory, quantity }) =>
        [materialNo, place, `${String(batch)}${String(stockCategory)}`, quantity].join(' '),
    )
  const moments = [
    '2026-01-01T00:00:00Z',
    '2026-01-20T00:00:00Z',
    '2026-02-15T00:00:00Z',
    '2026-12-31T00:00:00Z',
  ]
  const before = await Promise.all(moments.map((at) => asOf(at)))
  expect(before.map((rows) => rows.length)).toEqual([0, 31, 30, 30])
  expect(before[1]).toContain(`${valve} A-10 UU 1`)
  await expect(
    ledger.database.transaction((tx) =>
      takeSnapshot(tx, company, '202601', new Date('2026-01-31T15:59:00Z')),
    ),
  ).rejects.toThrow(/is taken after that/)
  const taken = await ledger.database.transaction((tx) =>
    takeSnapshot(tx, company, '202601', march),
  )
  expect(taken).toEqual({ keyCount: 31 })
  expect(
    await ledger.database.transaction((tx) => takeSnapshot(tx, company, '202602', march)),
  ).toEqual({
    keyCount: 30,
  })
  expect(
    await ledger.database.transaction((tx) => takeSnapshot(tx, company, '202601', march)),
  ).toEqual(taken)
  await expect(
    ledger.database.transaction((tx) => takeSnapshot(tx, company, '202512', march)),
  ).rejects.toThrow(/comes too late/)
  expect(await Promise.all(moments.map((at) => asOf(at)))).toEqual(before)
  expect(await asOf(moments[1]!, 4)).toEqual(before[1])
  const values = await ledger.database.query(
    `select value from stock_snapshot s join stock_balance b using (company_code, key_id)
    where month = '202601' and b.bin in ('A-10', 'C-1') order by b.bin`,
  )
  expect(values, 'a piece of 325 worth 2500').toEqual([{ value: '7.69' }, { value: null }])
})

test('a month that has its snapshot takes no move any more', async () => {
  await expect(
    ledger.database.transaction((tx) =>
      post(tx, documentCalled('RK9'), [move(supplier(resins), bin(resins), '1')], {
        now: february,
      }),
    ),
  ).rejects.toThrow(/none is backdated/)
})

test('the moves behind a quantity name their documents, reversal pairs and amounts', async () => {
  const cancelled = documentCalled('CX1', 'goodsIssueReversal')
  await ledger.database.transaction((tx) => reverse(tx, issue, cancelled, { now: march }))
  const atBin = { bin: 'A-10' }
  const behind = await read(moveList, { parameters: atBin })
  expect(
    behind.rows.map((row) => [
      row['documentNo'],
      row['fromPlace'],
      row['toBin'],
      row['quantity'],
      row['reversesDocumentNo'],
      row['reversedByDocumentNos'],
    ]),
  ).toEqual([
    ['CX1', 'consumption', 'A-10', '1', 'CK1', []],
    ['CK1', 'stock', '', '1', null, ['CX1']],
    ['RK1', 'supplier', 'A-10', '1', null, []],
  ])
  const estimated = { amount: '100', amountSource: 'order-price', movementType: '101' }
  expect(behind.rows[2]).toMatchObject(estimated)
  // Its month is already recorded: the ERP's amount changes its values and those of the following month.
  const moveId = String(behind.rows[2]!['id'])
  const erp = { currency: 'CNY', source: 'accounting-document', postingSequence: 1 }
  await ledger.database.transaction(async (tx) => {
    await writeValuations(tx, company, [{ moveId, amount: '101.50', ...erp }])
    expect(await revaluePeriods(tx, company)).toEqual(['202601', '202602'])
  })
  const paged = (await everyPage(moveList, {}, 5)).map(({ id }) => id)
  expect(paged).toHaveLength(33)
  expect(new Set(paged).size).toBe(33)
  const byKey = await everyPage(moveList, { parameters: { keyId: await keyIdOf('A-10') } }, 2)
  expect(byKey.map((row) => row['documentNo'])).toEqual(['CX1', 'CK1', 'RK1'])
  const valued = await read(moveList, {
    parameters: atBin,
    filters: [{ field: 'movedAt', operator: 'lte', value: february.toISOString() }],
  })
  expect(valued.rows.map((row) => [row['documentNo'], row['amount'], row['amountSource']])).toEqual(
    [
      ['CK1', null, 'none'],
      ['RK1', '101.5', 'accounting-document'],
    ],
  )
})

async function keyIdOf(bin: string): Promise<unknown> {
  const filters: Filter[] = [{ field: 'bin', operator: 'eq', value: bin }]
  return (await list({ filters })).rows[0]!['keyId']
}
