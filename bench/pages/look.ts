import { demonstrationAccounts } from '../../server/src/demonstration/accounts.ts'
import { signIn, type Caller } from '../server.ts'
import { listsOfPages, type AskedList } from './asks.ts'
import type { FilledInstallation } from './filled-installation.ts'
import { asksOf, failed, timed, type Ask, type AskFigure } from './measure.ts'
import { largeTables, logPlans, PlanLog, stopLoggingPlans, type WholeStatement } from './plans.ts'

// All lists of all pages, each opened as a person who has the role of its page.

/** A list of a page and what was asked of it. */
export interface PageFigure {
  page: string
  name: string
  account: string
  asks: AskFigure[]
}

export interface Look {
  /** Of the pages whose path contains one of these words; of all if there is none. */
  wanted: readonly string[]
  /** How often each ask is timed. */
  runs?: number
  /** Called for each statement that reads a table as a whole. */
  onWhole?: (where: string, statement: WholeStatement) => void
}

/** Reading a smaller table as a whole is the fastest way. */
const largeRows = { small: 2_500, full: 20_000 }
/** Few in a small database, where many would be most of the rows. */
const pageRows = { small: 10, full: 100 }

/** The large tables that each ask reads as a whole. */
export async function readPlans(
  installation: FilledInstallation,
  { wanted, onWhole }: Look,
): Promise<PageFigure[]> {
  const { database, isSmall } = installation
  await logPlans(database, isSmall)
  const large = await largeTables(database, isSmall ? largeRows.small : largeRows.full)
  if (large.size === 0) throw new Error('no table is large: the database is not filled')
  const log = new PlanLog(database, installation.logFile)
  const figures: PageFigure[] = []
  await asEach(installation, wanted, async (caller, list, account) => {
    const asks: AskFigure[] = []
    for (const ask of await asksOf(caller, list, !isSmall)) {
      const read = async () => {
        await log.skip()
        await ask.run()
        const { count, whole } = await log.wholeStatements(large)
        if (count === 0) throw new Error(`${list.page}, ${ask.what}: PostgreSQL has logged no plan`)
        return isSmall || ask.readsAll === true ? whole.filter(({ text }) => !isCount(text)) : whole
      }
      // Again, because the first time a job of the server may have run beside it.
      const found = (await read()).length > 0 ? await read() : []
      const whole = ask.readsAll === true ? repeated(found) : found
      for (const one of whole) onWhole?.(`${list.page} (${list.name}), ${ask.what}`, one)
      const tables = whole.flatMap(({ reads }) => reads.map(({ table }) => table))
      asks.push({ ...untimed(ask), wholeTables: [...new Set(tables)].sort() })
    }
    figures.push({ page: list.page, name: list.name, account, asks })
  })
  await stopLoggingPlans(database)
  return figures
}

/**
 * Statements that read a table as a whole more than once. An export begins each block where the one before ended, and its last
 * one may read to the end of the table to learn that no more rows match: once, as a single statement would. A block that
 * begins anew each time reads all of it every time.
 */
const repeated = (whole: readonly WholeStatement[]): WholeStatement[] =>
  whole.filter(({ text }) => whole.filter((other) => other.text === text).length > 1)

/**
 * Counting stops after 10,000 rows, which in a small database it never has. What it needs an index for, the rows of the
 * same list need too.
 */
const isCount = (text: string): boolean => text.startsWith('select count(*) as total')

const untimed = ({ what, goalMs }: Ask): AskFigure => ({
  what,
  p95Ms: null,
  goalMs,
  holds: null,
  wholeTables: [],
})

/** The times of each ask. */
export async function readTimes(
  installation: FilledInstallation,
  { wanted, runs = 20 }: Look,
  say: (text: string) => void,
): Promise<PageFigure[]> {
  const found: PageFigure[] = []
  await asEach(installation, wanted, async (caller, list, account) => {
    const asks: AskFigure[] = []
    try {
      for (const ask of await asksOf(caller, list, true)) asks.push(await timed(ask, runs))
    } catch (error) {
      // Its rows are needed to ask for more.
      asks.push(failed('opening', error))
    }
    found.push({ page: list.page, name: list.name, account, asks })
    say(`${list.page} ${list.name}: ${slowestOf(asks)}`)
  })
  return found
}

/** The slowest ask, and the slowest of those with a goal. */
function slowestOf(asks: readonly AskFigure[]): string {
  const withGoal = asks.filter(({ goalMs }) => goalMs !== null)
  const most = [asks, withGoal].flatMap((some) =>
    some.toSorted((one, other) => (other.p95Ms ?? 0) - (one.p95Ms ?? 0)).slice(0, 1),
  )
  const failures = asks.flatMap(({ what, failure }) => (failure ? [`${what}: ${failure}`] : []))
  const times = [...new Set(most)].map(({ what, p95Ms }) => `${what} ${p95Ms} ms`)
  return [...times, ...failures].join('; ')
}

async function asEach(
  installation: FilledInstallation,
  wanted: readonly string[],
  look: (caller: Caller, list: AskedList, account: string) => Promise<void>,
): Promise<void> {
  const address = await installation.serve()
  const callers = new Map<string, Promise<Caller>>()
  for (const list of listsOfPages(installation.isSmall ? pageRows.small : pageRows.full)) {
    if (wanted.length > 0 && !wanted.some((word) => list.page.includes(word))) continue
    // Pages that nobody else has are the administrator's.
    const account =
      demonstrationAccounts.find(({ roles }) => roles.includes(list.role)) ??
      demonstrationAccounts.find(({ roles }) => roles.includes('admin'))!
    const caller =
      callers.get(account.account) ?? signIn(address, account.account, account.password)
    callers.set(account.account, caller)
    await look(await caller, list, account.account)
  }
}

/** The figures of times with the tables that were read as a whole. */
export function withPlans(
  times: readonly PageFigure[],
  plans: readonly PageFigure[],
): PageFigure[] {
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

/** What does not hold, one text for each ask. */
export function problemsOf(figures: readonly PageFigure[]): string[] {
  return figures.flatMap(({ page, name, asks }) =>
    asks
      .filter(({ holds, wholeTables }) => holds === false || wholeTables.length > 0)
      .map(({ what, p95Ms, goalMs, holds, wholeTables, failure }) => {
        const slow = holds === false ? ` ${failure ?? `${p95Ms} ms of ${goalMs}`}` : ''
        const whole = wholeTables.length > 0 ? ` reads all of ${wholeTables.join(', ')}` : ''
        return `${page} (${name}), ${what}:${slow}${whole}`
      }),
  )
}
