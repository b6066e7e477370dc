import { parseQuantity } from '@kufang/kernel/quantity.ts'
import type { ListRequest } from '@kufang/contract/document/api.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queryOptions, type BoundQuery } from '../../document/list/bind-query.ts'
import { readList } from '../../platform/list/read-list.ts'
import { systemSession } from '../../platform/session/session.ts'
import { stockAsOfList } from '../queries/list-stock-as-of.ts'
import { stockList } from '../queries/list-stock.ts'
import {
  bin,
  company,
  consumption,
  documentCalled,
  failedProofs,
  move,
  openLedger,
  post,
  supplier,
  type LedgerDatabase,
} from '../../ledger/testing/ledger-fixture.ts'
import { takeSnapshot } from '../../ledger/periods/snapshot.ts'

// Pipes counted in pieces and weighed, and sheets counted in pieces and measured, over two months.

let ledger: LedgerDatabase
const january = new Date('2026-01-10T02:00:00Z')
const february = new Date('2026-02-10T02:00:00Z')
const pipe = { materialNo: 'PIPE' }
const sheet = { materialNo: 'SHEET' }
const weighed = (text: string) => ({ secondQuantity: parseQuantity(text) })

beforeAll(async () => {
  ledger = await openLedger()
  const { database } = ledger
  await database.query(
    `insert into unit (unit, name_zh, decimals) values ('PC', '根', 0), ('KG', '千克', 1), ('M2', '平方米', 1)
     on conflict do nothing`,
  )
  await database.query(
    `insert into material (material_no, description, material_group, unit, second_unit, second_numerator,
       second_denominator, second_deviation_percent)
     values ('PIPE', '无缝钢管', 'G1', 'PC', 'KG', 100, 1, 20), ('SHEET', '钢板', 'G1', 'PC', 'M2', 6, 1, 20)`,
  )
  await database.query(
    `insert into material (material_no, description, material_group, unit) values ('BOLT', '螺栓', 'G1', 'PC')`,
  )
  const posted = (now: Date, ...moves: Parameters<typeof post>[2]) =>
    database.transaction((tx) => post(tx, documentCalled('D'), moves, { now }))
  await posted(
    january,
    move(supplier(pipe), bin(pipe), '10', weighed('1010')),
    move(supplier(sheet), bin(sheet), '4', { lineNo: 2, ...weighed('24.5') }),
    move(supplier({ materialNo: 'BOLT' }), bin({ materialNo: 'BOLT' }), '100', { lineNo: 3 }),
  )
  await posted(january, move(bin(pipe), consumption(pipe), '3', weighed('290')))
  await database.transaction((tx) => takeSnapshot(tx, company, '202601'))
  await posted(
    february,
    move(bin(pipe), bin({ ...pipe, storageLocation: 'W002' }), '2', weighed('210.5')),
    move(
      bin({ ...pipe, place: 'count-difference', storageLocation: '', bin: '' }),
      bin(pipe),
      '0',
      { lineNo: 2, postsToErp: false, movementType: '', erp: undefined, ...weighed('1.5') },
    ),
  )
  await database.transaction((tx) => takeSnapshot(tx, company, '202602'))
})
afterAll(() => ledger.drop())

const read = (list: BoundQuery, request: ListRequest) => {
  const session = systemSession([company], 'test')
  return readList(ledger.database, {
    ...queryOptions(list, session, request, ledger.database),
    sizeMax: 50,
  })
}
const asOf = (at: Date, more: ListRequest = {}) =>
  read(stockAsOfList, { parameters: { at: at.toISOString() }, ...more })

test('a month keeps both quantities: opening, receipts, transfers, issues, adjustments and closing', async () => {
  const rows = await ledger.database.query<{ row: string[] }>(
    `select array[month, material_no, storage_location, opening_second_quantity::text, receipt_second_quantity::text,
       transfer_in_second_quantity::text, issue_second_quantity::text, transfer_out_second_quantity::text,
       adjustment_second_quantity::text, closing_second_quantity::text] as row
     from stock_period order by month, material_no, storage_location`,
  )
  const short = (text: string | null) => (text?.includes('.') ? String(Number(text)) : text)
  expect(rows.map(({ row }) => row.map(short).join(' '))).toEqual([
    '202601 BOLT W001       ',
    '202601 PIPE W001 0 1010 0 290 0 0 720',
    '202601 SHEET W001 0 24.5 0 0 0 0 24.5',
    '202602 BOLT W001       ',
    '202602 PIPE W001 720 0 0 0 210.5 1.5 511',
    '202602 PIPE W002 0 0 210.5 0 0 0 210.5',
    '202602 SHEET W001 24.5 0 0 0 0 0 24.5',
  ])
  expect(await failedProofs(ledger.database)).toEqual([])
})

test('the stock of a moment has both quantities, off the snapshot and the moves after it', async () => {
  const shown = async (at: Date) =>
    (await asOf(at)).rows.map((row) =>
      [row['materialNo'], row['quantity'], row['secondQuantity'], row['secondUnit']].join(' '),
    )
  expect(await shown(new Date('2026-02-01T00:00:00Z'))).toEqual([
    'BOLT 100  ',
    'PIPE 7 720 KG',
    'SHEET 4 24.5 M2',
  ])
  expect(await shown(february)).toEqual([
    'BOLT 100  ',
    'PIPE 5 511 KG',
    'PIPE 2 210.5 KG',
    'SHEET 4 24.5 M2',
  ])
})

test('kilograms are totalled, and kilograms with square metres are not', async () => {
  const request = { withTotals: true }
  const of = (materialNo: string) => ({
    ...request,
    filters: [{ field: 'materialNo', operator: 'eq' as const, value: materialNo }],
  })
  expect((await read(stockList, of('PIPE'))).totals).toMatchObject({
    quantity: '7',
    secondQuantity: '721.5',
  })
  expect((await read(stockList, of('BOLT'))).totals!['secondQuantity']).toBeNull()
  expect((await read(stockList, request)).totals).toMatchObject({
    quantity: '111',
    secondQuantity: null,
  })
  expect((await asOf(february, of('PIPE'))).totals).toMatchObject({ secondQuantity: '721.5' })
})

test('a summary by material has the sum of each in its second unit', async () => {
  const grouped = await read(stockList, { grouping: 'material', withTotals: true })
  expect(
    grouped.rows.map((row) => [row['materialNo'], row['secondQuantity'], row['secondUnit']]),
  ).toEqual([
    ['BOLT', null, ''],
    ['PIPE', '721.5', 'KG'],
    ['SHEET', '24.5', 'M2'],
  ])
  expect(grouped.totals).toMatchObject({ quantity: '111', secondQuantity: null })
})
