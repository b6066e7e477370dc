import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { demonstrationAccounts } from '../../server/src/demonstration/accounts.ts'
import type { Database } from '../../server/src/platform/database/database.ts'
import { Site } from '../faults/site.ts'
import { signIn, type Caller } from '../server.ts'
import { say } from '../site.ts'
import { listsOfPages, type AskedList } from './asks.ts'
import { asksOf, timed, type AskFigure } from './measure.ts'
import { multiply, type PageVolume } from './multiply.ts'
import { largeTables, logPlans, PlanLog, stopLoggingPlans } from './plans.ts'

// Every declared page at volume, opened as a person with its role: `npm run bench:pages`. `--quick` fills a small
// database and checks plans only. `--keep` leaves the database for looking at it; words select pages by their path.

const isQuick = process.argv.includes('--quick')
const keeps = process.argv.includes('--keep')
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const volume: PageVolume = isQuick
  ? { moves: 40_000, balances: 20_000, largestLines: 20_000, others: 4_000 }
  : { moves: 10_000_000, balances: 1_000_000, largestLines: 1_000_000, others: 100_000 }
const runs = 20
/** Reading a smaller table as a whole is the fastest way. */
const largeRows = isQuick ? 3_000 : 20_000

interface PageFigure {
  page: string
  name: string
  account: string
  asks: AskFigure[]
}

const site = await Site.open()
let figures: PageFigure[] = []
try {
  say('the demonstration company')
  await site.serve(1)
  await site.serve(0)
  await multiply(site.database, volume, say)
  const wholeTables = await readPlans(site.database)
  if (!isQuick) figures = await readTimes()
  figures = withPlans(figures, wholeTables)
} finally {
  await site.close(keeps)
}
const problems = figures.flatMap(({ page, name, asks }) =>
  asks
    .filter(({ holds, wholeTables }) => !holds || wholeTables.length > 0)
    .map(
      ({ what, p95Ms, goalMs, holds, wholeTables }) =>
        `${page} (${name}), ${what}: ${holds ? '' : `${p95Ms} ms of ${goalMs}`}${
          wholeTables.length > 0 ? ` reads all of ${wholeTables.join(', ')}` : ''
        }`,
    ),
)
for (const problem of problems) console.log(problem)
if (!isQuick)
  writeFileSync(
    resolve(import.meta.dirname, '../results-pages.json'),
    `${JSON.stringify(figures, null, 2)}\n`,
  )
const count = figures.reduce((sum, { asks }) => sum + asks.length, 0)
console.log(`${figures.length} lists of pages, ${count} asks, ${problems.length} beyond their goal`)
process.exitCode = problems.length > 0 || figures.length === 0 ? 1 : 0

/** Calls `look` for each list as a person who has the role of its page. */
async function asEach(
  look: (caller: Caller, list: AskedList, account: string) => Promise<void>,
): Promise<void> {
  // Exports of all pages by a few accounts.
  await site.serve(1, { KUFANG_EXPORTS: '10000' })
  const address = site.address.replace(/\/$/, '')
  const callers = new Map<string, Promise<Caller>>()
  for (const list of listsOfPages()) {
    if (wanted.length > 0 && !wanted.some((word) => list.page.includes(word))) continue
    const account = demonstrationAccounts.find(({ roles }) => roles.includes(list.role))
    if (account === undefined) throw new Error(`nobody of the demonstration has ${list.role}`)
    const caller =
      callers.get(account.account) ?? signIn(address, account.account, account.password)
    callers.set(account.account, caller)
    await look(await caller, list, account.account)
  }
  await site.serve(0)
}

/** The large tables that each ask reads as a whole, by list and ask. */
async function readPlans(database: Database): Promise<PageFigure[]> {
  say('plans')
  await logPlans(database, isQuick)
  const large = await largeTables(database, largeRows)
  const log = new PlanLog(database, join(site.postgresFolder, 'postgres.log'))
  const found: PageFigure[] = []
  await asEach(async (caller, list, account) => {
    const asks: AskFigure[] = []
    for (const ask of await asksOf(caller, list)) {
      await log.wholeTables(large)
      await ask.run()
      const wholeTables = await log.wholeTables(large)
      asks.push({ what: ask.what, p95Ms: 0, goalMs: ask.goalMs, holds: true, wholeTables })
    }
    found.push({ page: list.page, name: list.name, account, asks })
  })
  await stopLoggingPlans(database)
  return found
}

async function readTimes(): Promise<PageFigure[]> {
  say('times')
  const found: PageFigure[] = []
  await asEach(async (caller, list, account) => {
    const asks: AskFigure[] = []
    for (const ask of await asksOf(caller, list)) asks.push(await timed(ask, runs))
    found.push({ page: list.page, name: list.name, account, asks })
    const slowest = asks.reduce((most, ask) => (ask.p95Ms > most.p95Ms ? ask : most))
    say(`${list.page} ${list.name}: ${slowest.p95Ms} ms at most (${slowest.what})`)
  })
  return found
}

function withPlans(times: readonly PageFigure[], plans: readonly PageFigure[]): PageFigure[] {
  if (times.length === 0) return [...plans]
  const known = new Map(
    plans.flatMap(({ page, name, asks }) =>
      asks.map(({ what, wholeTables }) => [`${page} ${name} ${what}`, wholeTables] as const),
    ),
  )
  return times.map((one) => ({
    ...one,
    asks: one.asks.map((ask) => ({
      ...ask,
      wholeTables: known.get(`${one.page} ${one.name} ${ask.what}`) ?? [],
    })),
  }))
}
