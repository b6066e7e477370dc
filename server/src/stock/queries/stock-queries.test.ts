import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseLocalDate } from '@kufang/kernel/local-date.ts'
import { parseMoney } from '@kufang/kernel/money.ts'
import { parseQuantity } from '@kufang/kernel/quantity.ts'
import type { Scope } from '../../platform/session/session.ts'
import { proposeAllocation } from '../holds/allocate.ts'
import type { AllocationDemand } from '../holds/allocate.ts'
import { stockAsOf } from './as-of.ts'
import { upsertBatches } from '../batches.ts'
import { moveHistory } from './history.ts'
import { setMaterialGroups } from '../materials.ts'
import { revaluePeriods } from '../periods/revalue-periods.ts'
import { takeSnapshot } from '../periods/snapshot.ts'
import { listStock, totalStock } from './stock-query.ts'
import type { StockPageRequest } from './stock-query.ts'
import { writeValuations } from '../periods/valuations.ts'
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
} from '../testing/ledger-fixture.ts'
import type { LedgerDatabase } from '../testing/ledger-fixture.ts'

let ledger: LedgerDatabase
const issue = documentCalled('CK1')
const january = new Date('2026-01-10T02:00:00Z')
const february = new Date('2026-02-10T02:00:00Z')
const march = new Date('2026-03-10T02:00:00Z')
const valve = 'M-VALVE'
const resin = 'M-RESIN'
const resins = { materialNo: resin }

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
  await upsertBatches(database, company, [
    { materialNo: resin, batch: 'OLD', expiryDate: parseLocalDate('2026-03-01') },
    { materialNo: resin, batch: 'SOON', expiryDate: parseLocalDate('2026-06-01'), heatNo: 'HX-1' },
    { materialNo: resin, batch: 'LATE', expiryDate: parseLocalDate('2027-01-01') },
    { materialNo: resin, batch: 'NODATE', firstReceivedAt: january },
  ])
  // A second word on a batch keeps what the first one knew.
  await upsertBatches(database, company, [{ materialNo: resin, batch: 'SOON', mtcNo: 'MTC-1' }])
  await database.transaction((tx) =>
    post(
      tx,
      issue,
      [move(bin({ materialNo: valve, bin: 'A-10' }), consumption({ materialNo: valve }), '1')],
      {
        now: february,
      },
    ),
  )
  await database.transaction((tx) =>
    setMaterialGroups(tx, company, [{ materialNo: resin, materialGroup: 'G02' }]),
  )
})
afterAll(async () => {
  const failed = await failedProofs(ledger.database)
  await ledger.drop()
  expect(failed).toEqual([])
})

const list = (request: Partial<StockPageRequest> = {}) =>
  listStock(ledger.database, { scope: everything, filters: {}, size: 100, ...request })

test('the list leaves out what ran empty, pages without gap or repetition in every order', async () => {
  const all = (await list()).rows
  expect(all).toHaveLength(30)
  const orders = [
    'material',
    'place',
    'batch',
    'materialGroup',
    'storageLocation',
    'bin',
    'stockCategory',
    'specialStock',
    'book',
    'quantity',
    'reserved',
    'frozen',
    'available',
    'lastMoveAt',
  ] as const
  for (const order of orders)
    for (const direction of ['ascending', 'descending'] as const) {
      const whole = (await list({ order, direction })).rows.map(({ keyId }) => keyId)
      const paged: number[] = []
      let after: string | null = null
      do {
        const page: Awaited<ReturnType<typeof list>> = await list({
          order,
          direction,
          after,
          size: 7,
        })
        paged.push(...page.rows.map(({ keyId }) => keyId))
        after = page.next
      } while (after !== null)
      expect(paged).toEqual(whole)
      expect(new Set(paged).size).toBe(30)
    }
  const quantities = (await list({ order: 'quantity', direction: 'descending' })).rows.map((row) =>
    Number(row.quantity),
  )
  expect(quantities).toEqual([...quantities].sort((a, b) => b - a))
})

test('every filter narrows, the totals agree with the rows', async () => {
  const cases: [StockPageRequest['filters'], number][] = [
    [{ materialNo: { in: [valve] } }, 24],
    [{ materialNo: { in: [valve, resin] } }, 30],
    [{ bin: { startsWith: 'A-1' } }, 9],
    [{ bin: { contains: '-2' } }, 11],
    [{ bin: { contains: '%' } }, 0],
    [{ materialGroup: { in: ['G02'] } }, 6],
    [{ batch: { in: ['LATE'] } }, 2],
    [{ stockCategory: ['BL'] }, 1],
    [{ stockCategory: [] }, 0],
    [{ specialStock: ['K'], specialStockReference: { in: ['V7'] } }, 1],
    [{ book: ['ZERO', 'OFF'] }, 0],
    [{ quantity: { from: '5', to: '7' } }, 8],
    [{ available: { from: '25' } }, 1],
    [{ frozen: { from: '0.001' } }, 0],
    [{ expiryDate: { to: '2026-12-31' } }, 2],
    [{ heatNo: { startsWith: 'HX' } }, 1],
    [{ mtcNo: { in: ['MTC-1'] } }, 1],
    [{ storageLocation: { in: ['W002'] } }, 1],
    [{ plant: { in: ['1200'] } }, 0],
    [{ lastMoveAt: { from: '2026-02-01T00:00:00Z' } }, 0],
  ]
  for (const [filters, count] of cases) {
    const { rows } = await list({ filters })
    expect({ filters, count: rows.length }).toEqual({ filters, count })
    const totals = await totalStock(ledger.database, { scope: everything, filters })
    expect(totals.count).toBe(count)
    expect(Number(totals.quantity)).toBe(rows.reduce((sum, row) => sum + Number(row.quantity), 0))
  }
  const [soon] = (await list({ filters: { heatNo: { in: ['HX-1'] } } })).rows
  expect(soon).toMatchObject({ expiryDate: '2026-06-01', mtcNo: 'MTC-1', available: '5' })
})

test('a person sees the stock of his scope only', async () => {
  const count = async (scope: Partial<Scope>) =>
    (await list({ scope: { ...everything, ...scope } })).rows.length
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
    await taken({ lineNo: 1, quantity: '1', specialStock: 'K', specialStockReference: 'V7' }),
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
  const asOf = async (at: string, size = 100) => {
    const seen: string[] = []
    let after: string | null = null
    do {
      const page: Awaited<ReturnType<typeof stockAsOf>> = await stockAsOf(ledger.database, {
        scope: everything,
        filters: {},
        at: new Date(at),
        after,
        size,
      })
      seen.push(
        ...page.rows.map(
          (row) => `${row.materialNo} ${row.bin} ${row.batch}${row.stockCategory} ${row.quantity}`,
        ),
      )
      after = page.next
    } while (after !== null)
    return seen
  }
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
  expect(values).toEqual([{ value: '100' }, { value: null }])
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
  const behind = await moveHistory(ledger.database, {
    scope: everything,
    filters: { bin: { in: ['A-10'] } },
    size: 10,
  })
  expect(
    behind.rows.map((row) => [
      row.documentNo,
      row.from.place,
      row.to.bin,
      row.quantity,
      row.reversesDocumentNo,
      row.reversedByDocumentNos,
    ]),
  ).toEqual([
    ['CX1', 'consumption', 'A-10', '1', 'CK1', []],
    ['CK1', 'stock', '', '1', null, ['CX1']],
    ['RK1', 'supplier', 'A-10', '1', null, []],
  ])
  expect(behind.rows[2]).toMatchObject({
    amount: '100',
    amountSource: 'order-price',
    movementType: '101',
  })
  // Its month is recorded already: the ERP's amount is taken into its values and those of the month that follows.
  const [moveId, amount, currency] = [behind.rows[2]!.id, '101.50', 'CNY']
  await ledger.database.transaction(async (tx) => {
    await writeValuations(tx, company, [{ moveId, amount, currency }])
    expect(await revaluePeriods(tx, company)).toEqual(['202601', '202602'])
  })
  const paged: string[] = []
  let after: string | null = null
  do {
    const page: Awaited<ReturnType<typeof moveHistory>> = await moveHistory(ledger.database, {
      scope: everything,
      filters: {},
      after,
      size: 5,
    })
    paged.push(...page.rows.map(({ id }) => id))
    after = page.next
  } while (after !== null)
  expect(paged).toHaveLength(33)
  expect(new Set(paged).size).toBe(33)
  const valued = await moveHistory(ledger.database, {
    scope: everything,
    filters: { bin: { in: ['A-10'] } },
    to: february,
    size: 10,
  })
  expect(valued.rows.map((row) => [row.documentNo, row.amount, row.amountSource])).toEqual([
    ['CK1', null, 'none'],
    ['RK1', '101.5', 'erp'],
  ])
})
