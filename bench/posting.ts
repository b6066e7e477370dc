import { sweep } from './analyze.ts'
import { bench, makeArrivals } from './company.ts'
import { floorScript } from './floor.ts'
import { makeKeys } from './ledger-volume.ts'
import { runPgbench } from './pgbench.ts'
import { postReceipts } from './receipts.ts'
import { percentile, record } from './results.ts'
import type { RunningServer } from './server.ts'
import { say, type Site } from './site.ts'

const hands = 8

/**
 * Receipts posted through the API on an empty ledger, by one server and by two, compared with the floor: in turns, as
 * the speed of the machine varies, with the median of all turns.
 */
export async function measurePosting(site: Site): Promise<void> {
  const { volume, pgbench } = site
  say('empty ledger: receipts of ten lines')
  const { connectionString, database } = await site.fresh('bench_small')
  await makeKeys(database, bench.materials * 2)
  const first = await site.started(connectionString)
  const second = await site.started(connectionString)
  const posted = async (servers: readonly RunningServer[], receipts: number) => {
    const arrivals = await makeArrivals(database, receipts)
    await sweep(database)
    return postReceipts(servers, arrivals, hands)
  }
  // Warms up the plans of all statements on all connections.
  const warmUp = Math.min(400, volume.receipts)
  const { receipt } = await posted([first], warmUp)
  await posted([first, second], warmUp)
  const script = pgbench === null ? null : await floorScript(database, receipt)
  const turns: Turn[] = []
  for (let turn = 1; turn <= volume.turns; turn += 1) {
    const one = (await posted([first], volume.receipts)).postedLinesPerSecond
    const two = (await posted([first, second], volume.receipts)).postedLinesPerSecond
    await sweep(database)
    const runs = [1, 4, 8].map((clients) =>
      script === null
        ? 0
        : runPgbench(pgbench!, connectionString, script, clients, volume.seconds)
            .transactionsPerSecond * 10,
    )
    const floor = Math.max(...runs)
    turns.push({ one, two, floor })
    say(`turn ${turn}: ${Math.round(one)}, ${Math.round(two)} and ${Math.round(floor)} lines/s`)
  }
  await first.stop()
  await second.stop()
  const recorded = (
    name: string,
    of: (turn: Turn) => number,
    unit: string,
    goal?: { atLeast: number },
  ) => record(name, percentile(turns.map(of), 0.5), unit, goal)
  recorded('receipts posted through the API', ({ one }) => one, 'lines/s')
  recorded('receipts posted through two processes', ({ two }) => two, 'lines/s')
  recorded('growth from one process to two', ({ one, two }) => two / one, 'times')
  if (script !== null) {
    const name = 'floor: the same rows by one prepared statement per document'
    recorded(name, (turn) => turn.floor, 'lines/s')
    recorded('share of the floor, one process', (turn) => turn.one / turn.floor, 'ratio')
    const share = ({ one, two, floor: most }: Turn) => Math.max(one, two) / most
    recorded('share of the floor', share, 'ratio', { atLeast: 0.5 })
  }
  await database.close()
}

/** Lines per second of one turn. */
interface Turn {
  one: number
  two: number
  floor: number
}
