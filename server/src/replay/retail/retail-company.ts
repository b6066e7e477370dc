import { newId } from '@kufang/kernel/identifier.ts'
import '../../effects.ts'
import { clock } from '../../document/storage/clock.ts'
import { queryOptions } from '../../document/list/bind-query.ts'
import { createDocument, runAction, type Actor } from '../../document/service/service.ts'
import { newPlace, type Place } from '../../document/testing/ground.ts'
import { person, seedCompany } from '../../document/testing/small-company.ts'
import type { World } from '../../document/testing/world.ts'
import { openDatabase, type Database } from '../../platform/database/database.ts'
import { readList } from '../../platform/list/read-list.ts'
import { createTestDatabase } from '../../platform/testing/test-database.ts'
import { periodStockList } from '../../reports/period-stock-list.ts'
import { takeSnapshot } from '../../ledger/public.ts'
import { analyze } from '../analyze.ts'
import { timeOf } from './post-retail.ts'
import { isGoods, type RetailLine } from './read-retail.ts'
import { monthOf, openingOf, type MonthSum } from './sum-retail.ts'

const companyCode = '1010'

/** A warehouse with the opening stock of some lines of the file, before its first day. */
export interface RetailCompany {
  database: Database
  place: Place
  /** The month is over: an hour into the next one it is recorded. */
  close(month: string): Promise<void>
  /** Gives the database statistics of what is there by now. */
  analyze(): Promise<void>
  /** What the report of a month says of each code. */
  report(month: string): Promise<Map<string, MonthSum>>
  /** Pieces of each code that are here. */
  stock(): Promise<Map<string, number>>
  end(): Promise<void>
}

/** A person with these roles. */
export const actorOf = (
  name: string,
  roles: readonly string[],
  functions: readonly string[] = [],
): Actor => ({ session: person(name, roles), functionCodes: new Set(functions) })

/** The months of the lines, in order. */
export const monthsOf = (lines: readonly RetailLine[]): string[] =>
  [...new Set(lines.map(monthOf))].toSorted()

export async function startRetail(lines: readonly RetailLine[]): Promise<RetailCompany> {
  const test = await createTestDatabase()
  const database = openDatabase({ connectionString: test.connectionString })
  await seedCompany(database)
  const place = await newPlace({ database, companyCode } as World)
  await seedMaterials(database, lines)
  await initialise(database, place, openingOf(lines))
  const close = async (month: string) => {
    const next = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(4)), 1))
    const after = timeOf(`${next.toISOString().slice(0, 10)} 01:00:00`)
    await database.transaction((tx) => takeSnapshot(tx, companyCode, month, after))
  }
  await close('201011')
  return {
    database,
    place,
    close,
    analyze: () => analyze(database),
    report: (month) => report(database, month),
    async stock() {
      const rows = await database.query<{ materialNo: string; quantity: string }>(
        `select material_no, quantity from stock_balance
         where company_code = $1 and storage_location = $2 and quantity <> 0`,
        [companyCode, place.storageLocation],
      )
      return new Map(rows.map(({ materialNo, quantity }) => [materialNo, Number(quantity)]))
    },
    async end() {
      await database.close()
      await test.drop()
    },
  }
}

/** Codes are material numbers as they are: two that differ by case only are two materials. */
async function seedMaterials(database: Database, lines: readonly RetailLine[]): Promise<void> {
  const goods = new Map(lines.filter(isGoods).map((line) => [line.code, line.description]))
  await database.query(
    `insert into material (material_no, description, material_group, unit, needs_inspection)
     select code, coalesce(nullif(words, ''), code), 'G1', 'EA', false
     from unnest($1::text[], $2::text[]) as m (code, words)`,
    [[...goods.keys()], [...goods.values()]],
  )
}

/** The opening stock, entered by one person and made stock by another one, the day before the file begins. */
async function initialise(
  database: Database,
  place: Place,
  opening: ReadonlyMap<string, number>,
): Promise<void> {
  const at = clock(timeOf('2010-11-30 17:00:00'))
  const made = await createDocument(
    database,
    actorOf('保管员', ['KCCSH']),
    'stock-initialisation',
    {
      companyCode,
      header: { plant: place.plant, storageLocation: place.storageLocation, origin: 'new' },
      lines: [...opening]
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
  const { id, version } = made
  const leader = actorOf('班长', ['KCCSH'])
  await runAction(
    database,
    leader,
    'stock-initialisation',
    id,
    'initialise',
    { version },
    newId(),
    at,
  )
}

/** All rows of the report of a month, page by page. */
async function report(database: Database, month: string): Promise<Map<string, MonthSum>> {
  const { session } = actorOf('会计', ['admin'])
  const found = new Map<string, MonthSum>()
  let cursor: string | null = null
  do {
    const request = {
      filters: [{ field: 'period', operator: 'eq' as const, value: month }],
      size: 500,
      cursor,
    }
    const options = { ...queryOptions(periodStockList, session, request), sizeMax: 500 }
    const page: { rows: Record<string, unknown>[]; nextCursor: string | null } = await readList(
      database,
      options,
    )
    for (const row of page.rows) found.set(String(row['materialNo']), sumOf(row))
    cursor = page.nextCursor
  } while (cursor !== null)
  return found
}

function sumOf(row: Record<string, unknown>): MonthSum {
  const number = (name: string) => Number(row[name])
  for (const none of ['receiptQuantity', 'transferInQuantity', 'transferOutQuantity'])
    if (number(none) !== 0) throw new Error(`${String(row['materialNo'])} has a ${none}`)
  return {
    opening: number('openingQuantity'),
    issued: number('issueQuantity'),
    adjusted: number('adjustmentQuantity'),
    closing: number('closingQuantity'),
    issuedPence: row['issueValue'] === null ? 0 : Math.round(number('issueValue') * 100),
  }
}
