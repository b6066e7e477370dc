import { newId } from '@kufang/kernel/identifier.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import '../../effects.ts'
import { clock } from '../../document/clock.ts'
import { queryOptions } from '../../document/list/bind-query.ts'
import { createDocument, runAction } from '../../document/service.ts'
import { newPlace, type Place } from '../../document/testing/ground.ts'
import { person, seedCompany } from '../../document/testing/small-company.ts'
import type { World } from '../../document/testing/world.ts'
import { openDatabase, type Database } from '../../platform/database/database.ts'
import { readList } from '../../platform/list/read-list.ts'
import { createTestDatabase, type TestDatabase } from '../../platform/testing/test-database.ts'
import { periodStockList } from '../../reports/period-stock-list.ts'
import { runProofs, takeSnapshot } from '../../stock/public.ts'
import { RetailPosting, timeOf } from './post-retail.ts'
import { isGoods, ownLines, readRetail, type RetailLine } from './read-retail.ts'
import { monthOf, openingOf, sumsOf, type MonthSum } from './sum-retail.ts'

// A real ledger of issues with returns, cancellations and corrections (Online Retail, Chen 2015, CC BY 4.0), posted in the
// order and at the times of the file, month by month closed. It is read from beside the repository; a machine without it
// posts a small ledger of our own.

const companyCode = '1010'
const file = readRetail()
const lines: readonly RetailLine[] = file ?? ownLines
const months = [...new Set(lines.map(monthOf))].toSorted()

let testDatabase: TestDatabase
let database: Database
let place: Place
let posting: RetailPosting
let seconds: number

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = openDatabase({ connectionString: testDatabase.connectionString })
  await seedCompany(database)
  place = await newPlace({ database, companyCode } as World)
  const began = performance.now()
  await seedMaterials()
  await initialise()
  posting = new RetailPosting(database, place)
  for (const month of months) {
    await posting.post(lines.filter((line) => monthOf(line) === month))
    await close(month)
  }
  seconds = (performance.now() - began) / 1000
}, 300_000)

afterAll(async () => {
  await database?.close()
  await testDatabase?.drop()
})

/** Codes are material numbers as they are: two that differ by case only are two materials. */
async function seedMaterials(): Promise<void> {
  const goods = new Map(lines.filter(isGoods).map((line) => [line.code, line.description]))
  await database.query(
    `insert into material (material_no, description, material_group, unit, needs_inspection)
     select code, coalesce(nullif(words, ''), code), 'G1', 'EA', false from unnest($1::text[], $2::text[]) as m (code, words)`,
    [[...goods.keys()], [...goods.values()]],
  )
}

/** The opening stock, entered by one person and made stock by another one, the day before the file begins. */
async function initialise(): Promise<void> {
  const at = clock(timeOf('2010-11-30 17:00:00'))
  const as = (name: string) => ({
    session: person(name, ['KCCSH']),
    functionCodes: new Set<string>(),
  })
  const made = await createDocument(
    database,
    as('保管员'),
    'stock-initialisation',
    {
      companyCode,
      header: { plant: place.plant, storageLocation: place.storageLocation, origin: 'new' },
      lines: [...openingOf(lines)]
        .filter(([, quantity]) => quantity > 0)
        .map(([materialNo, quantity]) => ({
          materialNo,
          quantity: String(quantity),
          bin: 'A-01',
          stockCategory: 'UU',
        })),
      actionAfterCreate: 'submit',
    },
    newId(),
    at,
  )
  await runAction(
    database,
    as('班长'),
    'stock-initialisation',
    made.id,
    'initialise',
    { version: made.version },
    newId(),
    at,
  )
  await close('201011')
}

/** The month is over: an hour into the next one it is recorded. */
async function close(month: string): Promise<void> {
  const next = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(4)), 1))
  const after = timeOf(`${next.toISOString().slice(0, 10)} 01:00:00`)
  await database.transaction((tx) => takeSnapshot(tx, companyCode, month, after))
}

type Row = Record<string, string>

/** All rows of the report of a month, page by page. */
async function report(month: string): Promise<Row[]> {
  const session = person('会计', ['admin'])
  const rows: Row[] = []
  let cursor: string | null = null
  do {
    const request = {
      filters: [{ field: 'period', operator: 'eq' as const, value: month }],
      size: 500,
      cursor,
    }
    const page = await readList(database, {
      ...queryOptions(periodStockList, session, request),
      sizeMax: 500,
    })
    rows.push(...(page.rows as Row[]))
    cursor = page.nextCursor
  } while (cursor !== null)
  return rows
}

const sumOf = (row: Row): MonthSum => ({
  opening: Number(row['openingQuantity']),
  issued: Number(row['issueQuantity']),
  adjusted: Number(row['adjustmentQuantity']),
  closing: Number(row['closingQuantity']),
  issuedPence: Math.round(Number(row['issueValue']) * 100),
})

const sorted = <Value>(map: ReadonlyMap<string, Value>): [string, Value][] =>
  [...map].toSorted(([one], [other]) => (one < other ? -1 : 1))

describe('a real ledger of issues, returns and corrections', () => {
  test('is posted as a whole', () => {
    const { documents, issues, reversals, returns, corrections } = posting.posted
    const goods = lines.filter(isGoods).length
    console.info(
      `${file === null ? 'no ../shared/data/online-retail on this machine, a ledger of our own: ' : 'the whole file: '}${lines.length} lines, ${goods} of goods, ${documents} documents: ${issues} issues, ${reversals} cancelled issues, ${returns} returns without one, ${corrections} corrections; ${seconds.toFixed(1)} s`,
    )
    expect(issues + reversals + returns + corrections).toBe(goods)
    if (file === null) return
    expect([
      lines.length,
      new Set(lines.map(({ document }) => document)).size,
      new Set(lines.map(({ code }) => code)).size,
      lines.reduce((sum, { quantity }) => sum + quantity, 0),
    ]).toEqual([142_083, 6_877, 3_269, 1_281_055])
  })

  test.each(months)(
    'in %s has the opening stock, issues, adjustments and closing stock of each code that the file adds up to',
    async (month) => {
      const rows = await report(month)
      expect(rows.every((row) => Number(row['receiptQuantity']) === 0)).toBe(true)
      const found = new Map(rows.map((row) => [row['materialNo']!, sumOf(row)]))
      expect(sorted(found)).toEqual(sorted(sumsOf(lines).get(month)!))
    },
  )

  test('leaves of each code its opening stock less the sum of its lines', async () => {
    const left = new Map(openingOf(lines))
    for (const line of lines.filter(isGoods))
      left.set(line.code, left.get(line.code)! - line.quantity)
    const rows = await database.query<{ materialNo: string; quantity: string }>(
      `select material_no, quantity from stock_balance where company_code = $1 and storage_location = $2 and quantity <> 0`,
      [companyCode, place.storageLocation],
    )
    expect(
      sorted(new Map(rows.map(({ materialNo, quantity }) => [materialNo, Number(quantity)]))),
    ).toEqual(sorted(new Map([...left].filter(([, quantity]) => quantity !== 0))))
  })

  test('and the proofs of the ledger find nothing', async () => {
    for (const { name, rows } of await runProofs(database)) expect(rows, name).toEqual([])
  })
})
