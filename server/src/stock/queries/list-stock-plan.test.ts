import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { queryOptions } from '../../document/list/bind-query.ts'
import { openDatabase, type Database } from '../../platform/database/database.ts'
import { buildList } from '../../platform/list/build-list.ts'
import { systemSession } from '../../platform/session/session.ts'
import type { TestDatabase } from '../../platform/testing/test-database.ts'
import { createTestDatabase } from '../../platform/testing/test-database.ts'
import { stockList } from './list-stock.ts'

let test: TestDatabase
let database: Database

beforeAll(async () => {
  test = await createTestDatabase()
  database = openDatabase({ connectionString: test.connectionString })
})

afterAll(async () => {
  await database?.close()
  await test?.drop()
})

describe('the list over many balances', () => {
  it('is read off an index for its own order and for material, group, place and batch', async () => {
    await fill(test.connectionString, 60_000)
    const one = systemSession(['1000'], 'explain')
    const both = systemSession(['1000', '3000'], 'explain')
    const equal = (field: string, value: string) => ({
      filters: [{ field, operator: 'eq' as const, value }],
    })
    for (const [session, request, index, isSorted] of [
      [one, {}, 'stock_balance_material'],
      [both, {}, 'stock_balance_material'],
      [one, equal('materialNo', 'X-12'), 'stock_balance_material'],
      [both, equal('materialNo', 'X-12'), 'stock_balance_material'],
      [
        one,
        {
          filters: [
            { field: 'plant', operator: 'eq' as const, value: '100' },
            { field: 'bin', operator: 'eq' as const, value: 'B-40' },
            { field: 'storageLocation', operator: 'eq' as const, value: 'W4' },
          ],
        },
        'stock_balance_place',
      ],
      [one, equal('materialGroup', 'G4'), 'stock_balance_group'],
      [both, equal('materialGroup', 'G4'), 'stock_balance_group'],
      [one, equal('bin', 'B-40'), 'stock_balance_place', 'sorted'],
      [one, equal('batch', 'L40'), 'stock_balance_batch', 'sorted'],
      [one, { sort: [{ field: 'plant', direction: 'desc' as const }] }, 'stock_balance_place'],
    ] as const) {
      const list = buildList({
        ...queryOptions(stockList, session, { ...request } as never),
        sizeMax: 50,
      })
      const plan = (
        await database.query<{ 'QUERY PLAN': string }>(`explain ${list.text}`, list.values)
      )
        .map((row) => Object.values(row)[0])
        .join('\n')
      expect(plan).toContain(index)
      expect(plan).not.toContain('Seq Scan on stock_balance')
      // Rows filtered by bin or batch are few and may be sorted. All others come from the index in order, company by
      // company; above the Append only one page of each is merged.
      const [, ofCompanies] = plan.split(/ Append .*\n/)
      const isInOrder = !/->\s+(Incremental )?Sort|^Sort/.test(ofCompanies ?? plan)
      expect(isSorted === 'sorted' || isInOrder).toBe(true)
    }
  })
})

/** Balances of a large company, inserted without foreign key checks, which are slow on a freshly filled table. */
async function fill(connectionString: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query('set session_replication_role = replica')
    await client.query(
      `insert into stock_key (company_code, place, plant, storage_location, bin, material_no, batch, stock_category)
       select case when n % 2 = 0 then '1000' else '3000' end, 'stock', '10' || (n % 4), 'W' || (n % 12), 'B-' || (n % 600),
         'X-' || (n % 3000), 'L' || n, 'UU' from generate_series(1, $1::integer) n`,
      [count],
    )
    await client.query(
      `insert into stock_balance (company_code, key_id, quantity, plant, storage_location, bin, material_no, batch, stock_category,
         special_stock, special_stock_reference, book, material_group)
       select company_code, id, 5, plant, storage_location, bin, material_no, batch, stock_category, '', '', book, 'G' || (id % 20)
       from stock_key where batch like 'L%'`,
    )
    await client.query('vacuum analyze stock_balance')
  } finally {
    await client.end()
  }
}
