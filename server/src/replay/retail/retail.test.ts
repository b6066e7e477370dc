import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runProofs } from '../../ledger/public.ts'
import { RetailPosting } from './post-retail.ts'
import { isGoods, ownLines, readRetail, type RetailLine } from './read-retail.ts'
import { monthsOf, startRetail, type RetailCompany } from './retail-company.ts'
import { monthOf, openingOf, sumsOf } from './sum-retail.ts'

// A real ledger of issues with returns, cancellations and corrections (Online Retail, Chen 2015, CC BY 4.0), posted in the
// order and at the times of the file, month by month closed. It is read from beside the repository; a machine without it
// posts a small ledger of our own.

const file = readRetail()
const lines: readonly RetailLine[] = file ?? ownLines
const months = monthsOf(lines)

let company: RetailCompany
let posting: RetailPosting
let seconds: number

beforeAll(async () => {
  const began = performance.now()
  company = await startRetail(lines)
  await company.analyze()
  posting = new RetailPosting(company.database, company.place)
  for (const month of months) {
    await posting.post(lines.filter((line) => monthOf(line) === month))
    await company.close(month)
    await company.analyze()
  }
  seconds = (performance.now() - began) / 1000
}, 300_000)

afterAll(() => company?.end())

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
    ]).toEqual([142_083, 6_877, 3_187, 1_281_055])
  })

  test.each(months)(
    'in %s has the opening stock, issues, adjustments and closing stock of each code that the file adds up to',
    async (month) => {
      expect(sorted(await company.report(month))).toEqual(sorted(sumsOf(lines).get(month)!))
    },
  )

  test('leaves of each code its opening stock less the sum of its lines', async () => {
    const left = new Map(openingOf(lines))
    for (const line of lines.filter(isGoods))
      left.set(line.code, left.get(line.code)! - line.quantity)
    expect(sorted(await company.stock())).toEqual(
      sorted(new Map([...left].filter(([, quantity]) => quantity !== 0))),
    )
  })

  test('and the proofs of the ledger find nothing', async () => {
    for (const { name, rows } of await runProofs(company.database)) expect(rows, name).toEqual([])
  })
})
