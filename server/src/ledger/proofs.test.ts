import { parseQuantity } from '@kufang/kernel/quantity.ts'
import { readdirSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runProofs } from './proofs.ts'
import { takeSnapshot } from './periods/snapshot.ts'
import {
  bin,
  company,
  consumption,
  documentCalled,
  failedProofs,
  hold,
  holdOf,
  move,
  openLedger,
  post,
  reverse,
  supplier,
} from './testing/ledger-fixture.ts'
import type { LedgerDatabase } from './testing/ledger-fixture.ts'

let ledger: LedgerDatabase
let superuser: pg.Client

beforeAll(async () => {
  ledger = await openLedger()
  const { database } = ledger
  const early = new Date('2026-01-10T00:00:00Z')
  const receipt = documentCalled('RK1', 'goodsReceipt')
  const requisition = documentCalled('LL1', 'requisition')
  const issue = documentCalled('CK1')
  await database.transaction((tx) =>
    post(tx, receipt, [move(supplier(), bin(), '10')], { now: early }),
  )
  await database.transaction((tx) =>
    post(tx, documentCalled('RK2'), [
      move(supplier({ materialNo: 'M-2' }), bin({ materialNo: 'M-2' }), '5'),
    ]),
  )
  await database.query(`insert into material (material_no, description, material_group, unit, second_unit,
     second_numerator, second_denominator, second_deviation_percent) values ('M-3', '钢管', 'G1', 'PC', 'KG', 107, 1, 5)`)
  await database.transaction((tx) =>
    post(tx, documentCalled('RK3'), [
      move(supplier({ materialNo: 'M-3' }), bin({ materialNo: 'M-3' }), '5', {
        secondQuantity: parseQuantity('530'),
      }),
    ]),
  )
  await database.query(`insert into material (material_no, description, material_group, unit, is_serial_managed)
     values ('M-4', '离心泵', 'G1', 'EA', true)`)
  await database.transaction((tx) =>
    post(tx, documentCalled('RK4'), [
      move(supplier({ materialNo: 'M-4' }), bin({ materialNo: 'M-4' }), '2', {
        serialNumbers: ['P1', 'P2'],
      }),
    ]),
  )
  await database.transaction((tx) => hold(tx, requisition, bin(), '6'))
  await database.transaction((tx) =>
    post(tx, issue, [move(bin(), consumption(), '4', { consumesHold: holdOf(requisition) })]),
  )
  await database.transaction((tx) =>
    reverse(tx, issue, documentCalled('CX1'), { lines: [{ lineNo: 1, quantity: '1' }] }),
  )
  await database.transaction((tx) =>
    takeSnapshot(tx, company, '202601', new Date('2026-02-02T00:00:00Z')),
  )
  superuser = new pg.Client({ connectionString: database.connectionString })
  await superuser.connect()
})
afterAll(async () => {
  await superuser.end()
  await ledger.drop()
})

/** Changes that only a superuser can make outside the product. */
const corruptions: Record<string, string> = {
  'moves-equal-balances': `update stock_balance set quantity = quantity + 1 where material_no = 'M-2'`,
  'holds-equal-reserved-and-frozen': `update stock_balance set reserved = reserved + 1 where material_no = 'M-1'`,
  'material-sums-to-zero': `update stock_balance set quantity = quantity + 1 where material_no = 'M-2'`,
  'reversals-within-moves': `update stock_move set quantity = 4.5 where document_no = 'CX1'`,
  'holds-consumed-by-moves': `update stock_hold set consumed = consumed + 1`,
  'balances-copy-their-keys': `update stock_balance set bin = 'A-02' where material_no = 'M-2'`,
  'second-quantities-complete': `update stock_balance set second_quantity = null where material_no = 'M-3'`,
  'serial-numbers-equal-balances': `update stock_serial_number set key_id = null where serial_no = 'P2'`,
  'snapshots-equal-moves': `update stock_snapshot set quantity = 9`,
  'periods-equal-ledger': `update stock_period set issue_quantity = issue_quantity + 1,
     receipt_quantity = receipt_quantity + 1`,
  'cut-offs-equal-postings': `update stock_cut_off set quantity = quantity + 1`,
  'physical-less-unposted-is-erp-book': `insert into erp_book (company_code, plant, storage_location, material_no,
     batch, stock_category, special_stock, special_stock_reference, quantity)
   select company_code, plant, storage_location, material_no, batch, stock_category, special_stock,
     special_stock_reference, 1 from stock_balance where material_no = 'M-2'`,
}

test('a ledger that only the product wrote passes every proof', async () => {
  expect(await failedProofs(ledger.database)).toEqual([])
})

test('every file of the folder is run; those of the ledger are all broken below', async () => {
  const files = readdirSync(new URL('proofs/', import.meta.url)).map((file) =>
    file.replace('.sql', ''),
  )
  const results = await ledger.database.snapshot((tx) => runProofs(tx, company))
  // Those that follow from declarations come after them, where documents are loaded.
  expect(results.map(({ name }) => name).slice(0, files.length)).toEqual(files.sort())
  // Other areas add their own proofs and test them themselves.
  expect(files).toEqual(expect.arrayContaining(Object.keys(corruptions)))
})

test.each(Object.entries(corruptions))(
  '%s finds the row that was tampered with',
  async (name, statement) => {
    await superuser.query('begin')
    try {
      // Where the tables are distributed, on all machines.
      await superuser.query(`set local citus.propagate_set_commands = 'local'`)
      await superuser.query(`set local session_replication_role = 'replica'`)
      const changed = await superuser.query(statement)
      expect(changed.rowCount).toBeGreaterThan(0)
      const found = async (companyCode?: string) => {
        const results = await runProofs(
          {
            isDistributed: false,
            query: async (text, values) => (await superuser.query(text, values as unknown[])).rows,
            announce: () => {},
          },
          companyCode,
        )
        return results.filter(({ rows }) => rows.length > 0).map((result) => result.name)
      }
      expect(await found()).toContain(name)
      expect(await found(company)).toContain(name)
      expect(await found('9999')).toEqual([])
    } finally {
      await superuser.query('rollback')
    }
  },
)
