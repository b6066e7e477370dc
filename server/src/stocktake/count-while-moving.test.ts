import { addAll } from '@kufang/kernel/add-all.ts'
import { expect, test } from 'vitest'
import type { JourneyLine } from '../document/journey/journey.ts'
import { makeOver, prepareLines, requestFor } from '../document/journey/walk.ts'
import { newPlace, type Place } from '../document/testing/ground.ts'
import { person } from '../document/testing/small-company.ts'
import { tradeOf, useWorld } from '../document/testing/trade.ts'
import { worldWalker } from '../document/testing/world-walker.ts'
import { randomOf, type Random } from '../platform/testing/random.ts'
import { makeSheets } from './plan-sheets.ts'

// A storage location is counted while many people go on issuing and receiving there: the differences are exactly those that
// were planted, none other, and afterwards the books are what lies in the bins. `npm run bench:counting` does so with 2,000
// bins and 20 people; the variables set other numbers.

const binCount = Number(process.env['KUFANG_COUNT_BINS'] ?? 60)
const clientCount = Number(process.env['KUFANG_COUNT_CLIENTS'] ?? 4)
const materialCount = 50
const counterCount = 4
/** So many lines are entered in one go, by those who enter while they count. */
const enteredAtOnce = 10
const timeoutMs = 30_000 + binCount * 600

const world = useWorld()
const counts = tradeOf(world, 'stocktaking')

/** A bin as it is: what lies there, and what the books have. Only one person is at a bin at a time. */
class Bin {
  readonly bin: string
  readonly materialNo: string
  readonly planted: number
  lying: number
  booked = 50
  readonly issues: { id: string; quantity: number }[] = []
  #last: Promise<unknown> = Promise.resolve()

  constructor(index: number) {
    this.bin = `C${String(index).padStart(4, '0')}`
    this.materialNo = `M-BOLT-${(index % materialCount) + 1}`
    // Every eleventh is short, every seventeenth has too much.
    this.planted = index % 11 === 0 ? -(1 + (index % 4)) : index % 17 === 0 ? 1 + (index % 3) : 0
    this.lying = 50 + this.planted
  }

  /** Waits until nobody is at the bin, and keeps others from it meanwhile. */
  at<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#last.then(work)
    this.#last = mine.catch(() => {})
    return mine
  }

  change(quantity: number): void {
    this.lying += quantity
    this.booked += quantity
  }
}

/** At all of these bins, in their order, so that two persons never wait for each other. */
const atAll = <T>(bins: readonly Bin[], work: () => Promise<T>): Promise<T> =>
  bins.reduceRight<() => Promise<T>>((inner, one) => () => one.at(inner), work)()

/** The moment now, over before anything else happens. */
async function moment(): Promise<string> {
  const at = Date.now()
  while (Date.now() <= at) await new Promise((next) => setImmediate(next))
  return new Date(at).toISOString()
}

async function filled(bins: readonly Bin[]): Promise<Place> {
  const place = await newPlace(world())
  const { companyCode, plant, storageLocation } = place
  await world().database.query(
    `insert into bin (company_code, plant, storage_location, bin, area, purpose)
     select $1, $2, $3, n, left(n, 2), 'storage' from unnest($4::text[]) n`,
    [companyCode, plant, storageLocation, bins.map(({ bin }) => bin)],
  )
  await makeOver(
    worldWalker(world(), place),
    'stock-initialisation',
    bins.map(({ bin, materialNo }) => ({ materialNo, bin, quantity: '50' })),
    ['submit', 'initialise'],
  )
  return place
}

/** Goods that are at the gate, to be put into bins while others count. */
async function arrived(place: Place, bins: readonly Bin[]): Promise<[Bin, JourneyLine][]> {
  const walker = worldWalker(world(), place)
  const ready: [Bin, JourneyLine][] = []
  for (let from = 0; from < bins.length; from += materialCount) {
    const some = bins.slice(from, from + materialCount)
    // oxlint-disable-next-line no-await-in-loop -- one arrival after the other
    const lines = await prepareLines(
      walker,
      'goods-receipt',
      some.map(({ materialNo }) => ({ materialNo, quantity: '3' })),
    )
    addAll(
      ready,
      lines.map((line, index): [Bin, JourneyLine] => [some[index]!, line]),
    )
  }
  return ready
}

async function issue(place: Place, one: Bin, quantity: number): Promise<number> {
  if (one.booked < 10 || one.lying < 10) return 0
  const { companyCode, ...where } = place
  const { id } = await world().create('emergency-issue', {
    companyCode,
    header: { ...where, pickingUnit: 'U1', requester: 'P1', cause: '抢修' },
    lines: [{ materialNo: one.materialNo, bin: one.bin, quantity: String(quantity) }],
    actionAfterCreate: 'issue',
  })
  one.change(-quantity)
  one.issues.push({ id, quantity })
  return 1
}

async function bringBack(one: Bin): Promise<number> {
  const back = one.issues.pop()
  if (back === undefined) return 0
  await world().act('emergency-issue', back.id, 'takeBack', {
    input: { reason: '未使用' },
    lines: [{ lineNo: 1, returnedQuantity: back.quantity }],
  })
  one.change(back.quantity)
  return 1
}

async function receive(place: Place, one: Bin, line: JourneyLine): Promise<void> {
  const request = await requestFor(worldWalker(world(), place), 'goods-receipt', [line])
  await world().create('goods-receipt', {
    ...request,
    lines: request.lines.map((entered) => ({ ...entered, bin: one.bin })),
    actionAfterCreate: 'receive',
  })
  one.change(3)
}

test(
  `while ${clientCount} people issue and receive, a count of ${binCount} bins finds what was planted and nothing else`,
  async () => {
    const bins = Array.from({ length: binCount }, (_one, index) => new Bin(index))
    const byCode = new Map(bins.map((one) => [one.bin, one]))
    const place = await filled(bins)
    const toReceive = await arrived(
      place,
      bins.filter((_one, index) => index % 4 === 1),
    )
    const done = { isOver: false, issued: 0, brought: 0, received: 0 }
    const work = async (random: Random): Promise<void> => {
      // Until each of it was done at least once.
      while (!done.isOver || Math.min(done.issued, done.brought, done.received) === 0) {
        const one = bins[Math.floor(random() * bins.length)]!
        const dice = random()
        if (dice < 0.25 && toReceive.length > 0) {
          const [into, line] = toReceive.pop()!
          // oxlint-disable-next-line no-await-in-loop -- a person does one thing after the other
          await into.at(() => receive(place, into, line))
          done.received += 1
        } else if (dice < 0.5) {
          // oxlint-disable-next-line no-await-in-loop -- the same
          const count = await one.at(() => bringBack(one))
          done.brought += count
        } else {
          const quantity = 1 + Math.floor(random() * 2)
          // oxlint-disable-next-line no-await-in-loop -- the same
          const count = await one.at(() => issue(place, one, quantity))
          done.issued += count
        }
      }
    }
    const clients = Array.from({ length: clientCount }, (_one, index) => work(randomOf(index)))
    const { companyCode, plant, storageLocation } = place
    const { documents } = await world().database.transaction((tx) =>
      makeSheets(tx, person('班长', ['PDDCJ']), companyCode, {
        countType: 'annual',
        plant,
        storageLocation,
        binFrom: 'C0000',
        binTo: 'C9999',
      }),
    )
    const linesOf = async (id: string) => (await world().read('stocktaking', id)).lines
    /** Looks into each bin and enters what was found: some bins at a time, or all of the sheet later. */
    const countSheet = async (id: string, isPaper: boolean): Promise<void> => {
      const lines = await linesOf(id)
      const found: { lineNo: number; countedQuantity: string; seenAt?: string }[] = []
      for (let from = 0; from < lines.length; from += isPaper ? 1 : enteredAtOnce) {
        const some = lines.slice(from, from + (isPaper ? 1 : enteredAtOnce))
        const there = some.map((line) => byCode.get(String(line['bin']))!)
        const look = some.map(({ lineNo }, index) => ({ lineNo, one: there[index]! }))
        // oxlint-disable-next-line no-await-in-loop -- a counter goes from bin to bin
        await atAll(there, async () => {
          const seen = look.map(({ lineNo, one }) => ({
            lineNo,
            countedQuantity: String(one.lying),
          }))
          if (isPaper) found.push({ ...seen[0]!, seenAt: await moment() })
          else await world().act('stocktaking', id, 'count', { lines: seen })
        })
      }
      if (isPaper) await world().act('stocktaking', id, 'count', { lines: found })
    }
    const open = [...documents.entries()]
    const counter = async (): Promise<void> => {
      for (let next = open.shift(); next !== undefined; next = open.shift())
        // oxlint-disable-next-line no-await-in-loop -- a counter has one sheet at a time
        await countSheet(next[1].id, next[0] % 2 === 1)
    }
    await Promise.all(Array.from({ length: counterCount }, counter))
    const differences = Object.fromEntries(
      (await Promise.all(documents.map(({ id }) => linesOf(id))))
        .flat()
        .filter((line) => line['differenceQuantity'] !== '0')
        .map((line) => [String(line['bin']), Number(line['differenceQuantity'])]),
    )
    const putRight = async (id: string): Promise<void> => {
      if ((await counts.header(id)).state === 'counted') return
      const lines = (await linesOf(id)).filter((line) => line['isDifferent'] === true)
      await world().act('stocktaking', id, 'explain', {
        lines: lines.map(({ lineNo }) => ({ lineNo, differenceReason: 'miscounted' })),
      })
      await world().act('stocktaking', id, 'review')
      if ((await counts.header(id)).state === 'toDirector')
        await world().act('stocktaking', id, 'reviewDirector')
    }
    // People go on while the differences are explained and the stock is put right.
    for (const { id } of documents)
      // oxlint-disable-next-line no-await-in-loop -- an engineer explains one sheet after the other
      await putRight(id)
    done.isOver = true
    await Promise.all(clients)
    expect(differences).toEqual(
      Object.fromEntries(
        bins.filter(({ planted }) => planted !== 0).map(({ bin, planted }) => [bin, planted]),
      ),
    )
    const stock = await world().database.query<{ bin: string; quantity: string }>(
      `select bin, quantity from stock_balance where company_code = $1 and storage_location = $2 and bin = any($3) and place = 'stock'`,
      [companyCode, storageLocation, bins.map(({ bin }) => bin)],
    )
    expect(Object.fromEntries(stock.map(({ bin, quantity }) => [bin, Number(quantity)]))).toEqual(
      Object.fromEntries(bins.map(({ bin, lying }) => [bin, lying])),
    )
    await counts.proven()
    console.info(
      `${documents.length} sheets, ${Object.keys(differences).length} differences; meanwhile ${done.issued} issues, ${done.brought} brought back, ${done.received} receipts`,
    )
  },
  timeoutMs,
)
