import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bin, documentCalled, move, openLedger, post, supplier } from './testing/ledger-fixture.ts'
import type { LedgerDatabase } from './testing/ledger-fixture.ts'

let ledger: LedgerDatabase
let owner: pg.Client

beforeAll(async () => {
  ledger = await openLedger()
  await ledger.database.transaction((tx) =>
    post(tx, documentCalled('RK1'), [move(supplier(), bin(), '10')]),
  )
  await ledger.database.query(
    `insert into stock_move_valuation (company_code, move_id, amount, currency, valued_at, source, posting_sequence)
     select company_code, id, 5, 'CNY', now(), 'accounting-document', 7 from stock_move`,
  )
  owner = new pg.Client({ connectionString: ledger.database.connectionString })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await ledger.drop()
})

const changes = [
  'update stock_move set quantity = 1',
  'delete from stock_move',
  'truncate stock_move cascade',
  'update stock_key set bin = bin',
  'delete from stock_key',
  'delete from stock_move_valuation',
  'update stock_move_serial_number set serial_no = serial_no',
  'delete from stock_move_serial_number',
  'delete from stock_snapshot',
  'update stock_period set issue_quantity = 0',
  'delete from stock_period',
  'update stock_snapshot_month set ends_at = now()',
  'update figure_line set numerator = 0',
  'delete from figure_line',
  'delete from figure_month',
]

test.each(changes)('nobody may do this, the owner neither: %s', async (statement) => {
  await expect(owner.query(statement)).rejects.toThrow(/append-only/)
})

test.each([
  ...changes,
  'delete from stock_balance',
  'delete from stock_hold',
  'delete from stock_serial_number',
])('the product has no right to: %s', async (statement) => {
  await expect(ledger.database.query(statement)).rejects.toThrow(/permission denied/)
})

test.each([
  ['below zero', 'update stock_balance set quantity = -1'],
  ['above what lies there', 'update stock_balance set reserved = 6, frozen = 5'],
])('a balance never goes %s', async (_what, statement) => {
  await expect(owner.query(statement)).rejects.toThrow(/check constraint/)
})

test('no move makes one material out of another, whoever writes it', async () => {
  const [key] = (await owner.query(`select id from stock_key where place = 'supplier'`)).rows
  const [other] = (
    await owner.query(
      `insert into stock_key (company_code, place, material_no) values ('1000', 'consumption', 'M-2') returning id`,
    )
  ).rows
  const insert = (materialNo: string) =>
    owner.query(
      `insert into stock_move (company_code, id, moved_at, document_type, document_id, document_no, line_no,
        from_key, to_key, material_no, quantity, movement_type, posts_to_erp, idempotency_key, user_id)
      values ('1000', gen_random_uuid(), now(), 'x', gen_random_uuid(), 'X', 1, $1, $2, $3, 1, '309', false,
        gen_random_uuid(), gen_random_uuid())`,
      [key.id, other.id, materialNo],
    )
  await expect(insert('M-1')).rejects.toThrow(/foreign key/)
  await expect(insert('M-2')).rejects.toThrow(/foreign key/)
})

test.each([
  'amount = 0',
  'amount = 0, posting_sequence = 7',
  "posting_sequence = 8, move_id = '00000000-0000-0000-0000-000000000000'",
])('the amount of a move changes only to that of a later posting: %s', async (change) => {
  await expect(owner.query(`update stock_move_valuation set ${change}`)).rejects.toThrow(
    /append-only/,
  )
})
