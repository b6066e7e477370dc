import { parseQuantity } from '@kufang/kernel/quantity.ts'
import { inOtherUnit } from '@kufang/kernel/unit-conversion.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Database } from '../../platform/database/database.ts'
import { createTestDatabase, type TestDatabase } from '../../platform/testing/test-database.ts'

let made: TestDatabase
let database: Database

beforeAll(async () => {
  made = await createTestDatabase()
  database = openDatabase({ connectionString: made.connectionString })
})
afterAll(async () => {
  await database.close()
  await made.drop()
})

test('the database says quantities in other units by the rule of the kernel', async () => {
  const part = fc.integer({ min: 1, max: 999 })
  const cases = fc.sample(
    fc.record({
      thousandths: fc.integer({ min: 1, max: 9_999_999 }),
      numerator: part,
      denominator: part,
    }),
    500,
  )
  cases.push(
    { thousandths: 4286, numerator: 3, denominator: 7 },
    { thousandths: 503_000, numerator: 100, denominator: 1 },
    { thousandths: 1000, numerator: 30_000, denominator: 1 },
  )
  const bases = cases.map(({ thousandths }) => parseQuantity(String(thousandths / 1000)))
  const rows = await database.query<{ said: string | null }>(
    `select in_other_unit(base, numerator, denominator)::numeric(18,3) as said
     from unnest($1::numeric[], $2::integer[], $3::integer[]) with ordinality as c(base, numerator, denominator, position)
     order by position`,
    [bases, cases.map((one) => one.numerator), cases.map((one) => one.denominator)],
  )
  const said = rows.map((row) => row.said && parseQuantity(row.said))
  expect(said).toEqual(bases.map((base, index) => inOtherUnit(base, cases[index]!, 3)))
  expect(said.filter((quantity) => quantity !== null).length).toBeGreaterThan(100)
  expect(said.filter((quantity) => quantity === null).length).toBeGreaterThan(20)
})
