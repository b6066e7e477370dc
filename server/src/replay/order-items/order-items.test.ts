import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { settleDocument } from '../../document/act/settle.ts'
import { watchCompany } from '../../erp/watch-company.ts'
import { runProofs } from '../../ledger/public.ts'
import { synchroniseMirror } from '../../external-documents/synchronise.ts'
import { companyCode, startCompany, type Company } from '../company.ts'
import { activities } from './activities.ts'
import { countWhatLeft } from './count-what-left.ts'
import { dress, termsOf, type Terms } from './dress.ts'
import { interpret, type End, type Way } from './interpret.ts'
import { cancelInErp, seedMaterials } from './item-in-erp.ts'
import { compareStock, readEnd, type ComparedStock } from './read-end.ts'
import { replay } from './replay-item.ts'
import type { Replayed } from './replayed.ts'
import {
  itemsOfLog,
  ownSequences,
  readActivityCounts,
  readSampleItems,
  readVariants,
  type Sequence,
} from './sequences.ts'

// The real sequences of order items (BPI Challenge 2019, van Dongen 2019, CC BY 4.0), each replayed as its people would,
// ends where the sequence says. They are read from beside the repository; a machine without them replays our own only.

interface Run {
  title: string
  sequence: Sequence
  terms: Terms
  item: Replayed
  expected: End
  found?: End
  error?: unknown
}

const variants = readVariants()
const samples = readSampleItems()
const sequences = [...(variants ?? []), ...(samples ?? []), ...ownSequences]

/** In turns, so that each kind of sequence is received in each way. */
const ways: readonly Way[] = ['exempt', 'inspectionStock', 'blockedStock']

function runsOf(sequence: Sequence, position: number): Omit<Run, 'title'>[] {
  return termsOf(sequence).map((terms, index) => {
    const dressed = dress(sequence, terms)
    const way = dressed.kind === 'goods' ? ways[position % ways.length]! : 'exempt'
    const number = String(position * 10 + index + 1).padStart(6, '0')
    const item: Replayed = {
      erp: {
        orderNo: `4700${number}`,
        requestNo: sequence.activities.includes('Create Purchase Requisition Item')
          ? `1000${number}`
          : '',
        materialNo: `RPL-${number}`,
        quantity: 12,
        price: '0',
        currency: 'CNY',
        place: 'first',
        isReleased: true,
        kind: dressed.kind,
      },
      way,
      order: '',
      request: '',
      receipts: [],
      direct: [],
      isMade: false,
      tooEarly: null,
    }
    return { sequence, terms, item, expected: interpret(dressed, terms, way) }
  })
}

const wordsOf = ({ announces, changes, reading }: Terms): string =>
  [
    announces === 'early' ? 'announced early' : 'announced late',
    `quantity ${changes} first`,
    ...(reading === 'returnItem' ? ['read as a return'] : []),
  ].join(', ')

const runs: Run[] = sequences.flatMap((sequence, position) =>
  runsOf(sequence, position).map((run) => ({
    ...run,
    title: `${sequence.name}, ${wordsOf(run.terms)}: ${sequence.activities.join(' → ')}`,
  })),
)

let company: Company
let since: string

beforeAll(async () => {
  company = await startCompany()
  const { database, connections } = company
  await seedMaterials(
    company,
    runs.map(({ item: { erp, way } }) => ({
      materialNo: erp.materialNo,
      isInspected: way !== 'exempt',
    })),
  )
  await synchroniseMirror({ database, connections }, 'material', companyCode)
  since = new Date().toISOString()
  const isBlocked = ({ item }: Run) => item.way === 'blockedStock'
  await replayAll(runs.filter((run) => !isBlocked(run)))
  await company.configure('receiving.route', 'blocked-stock')
  await replayAll(runs.filter(isBlocked))
  await watch()
  // What the timetable reads says nothing else than what was read order by order.
  await company.call('buyer', 'POST', '/api/external-documents/purchase-order/synchronise', {
    companyCode,
    isComplete: true,
  })
  const stock: ComparedStock = {
    first: await compareStock(company, 'first'),
    second: await compareStock(company, 'second'),
  }
  for (const run of runs.filter(({ error }) => error === undefined))
    try {
      run.found = await readEnd(company, run.item, stock)
    } catch (error) {
      run.error = error
    }
}, 600_000)

afterAll(() => company?.close())

/** The product looks for documents that somebody posted in the ERP itself. */
const watch = (): Promise<number> =>
  watchCompany(
    {
      database: company.database,
      connections: company.connections,
      onSettled: settleDocument,
    },
    companyCode,
    since,
  )

/** What the product refuses is kept with its run: it is a finding, and the others go on. */
async function replayAll(some: readonly Run[]): Promise<void> {
  for (const [index, run] of some.entries()) {
    if (index === 10) await company.analyze()
    try {
      await replay(company, run.item, dress(run.sequence, run.terms), run.terms)
    } catch (error) {
      run.error = error
    }
  }
}

describe('an order item ends where its sequence of events says', () => {
  test.each(runs.map((run) => [run.title, run] as const))('%s', (_title, run) => {
    if (run.error !== undefined) throw run.error
    expect(run.found).toEqual(run.expected)
  })

  test('the ledger proves itself, and only returns made in the ERP alone leave the two books apart', async () => {
    for (const { name, rows } of await runProofs(company.database)) expect(rows, name).toEqual([])
    const stock = [await compareStock(company, 'first'), await compareStock(company, 'second')]
    const apart = stock.flatMap((rows) =>
      [...rows].flatMap(([materialNo, { unexplained }]) => (unexplained === 0 ? [] : [materialNo])),
    )
    expect(apart.toSorted()).toEqual(
      runs
        .filter(({ item }) => item.erp.kind === 'return')
        .map(({ item }) => item.erp.materialNo)
        .toSorted(),
    )
  })
})

describe('goods that a user of the ERP returned there alone', () => {
  const returns = runs.filter(({ item }) => item.erp.kind === 'return')

  test('are put right as the alarm says: cancelled there, counted here, and posted by the count', async () => {
    expect(returns).toHaveLength(variants === null ? 1 : 5)
    for (const { item } of returns) await cancelInErp(company, item.direct[0]!)
    await watch()
    for (const { item } of returns) await countWhatLeft(company, item)
    const { database } = company
    const alarms = await database.query(
      `select subject from erp_alarm where company_code = $1 and resolved_at is null`,
      [companyCode],
    )
    expect(alarms).toEqual([])
    const stock = await compareStock(company, 'first')
    for (const { item } of returns)
      expect(stock.get(item.erp.materialNo) ?? { here: 0, erp: 0, unexplained: 0 }).toEqual({
        here: 0,
        erp: 0,
        unexplained: 0,
      })
    for (const { name, rows } of await runProofs(database)) expect(rows, name).toEqual([])
  })
})

describe('the sequences', () => {
  test('cover this share of the log', () => {
    const covered = (variants ?? []).reduce((sum, { itemCount }) => sum + itemCount, 0)
    const share = ((100 * covered) / itemsOfLog).toFixed(1)
    console.info(
      variants === null
        ? `no ../shared/data/bpi2019 on this machine: ${ownSequences.length} sequences of our own are replayed`
        : `${variants.length} sequences of ${covered} of ${itemsOfLog} order items (${share} %), ${samples!.length} sample items and ${ownSequences.length} sequences of our own, in ${runs.length} replays`,
    )
    expect([variants?.length ?? 0, covered]).toEqual(variants === null ? [0, 0] : [108, 218_072])
  })

  test('know every activity of the log and what it means here', () => {
    const names = Object.keys(activities).toSorted()
    expect(names).toHaveLength(42)
    const counts = readActivityCounts()
    if (counts === null) return
    expect(names).toEqual([...counts.keys()].toSorted())
    expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBe(1_595_923)
  })

  test('have each activity that does something here', () => {
    const replayed = new Set(sequences.flatMap((sequence) => sequence.activities))
    const missing = Object.entries(activities).flatMap(([activity, { effect }]) =>
      effect === 'nothing' || replayed.has(activity) ? [] : [activity],
    )
    expect(missing).toEqual([])
  })
})
