import { bench, makeArrivals } from './company.ts'
import { floorScript } from './floor.ts'
import { makeKeys } from './ledger-volume.ts'
import { runPgbench } from './pgbench.ts'
import { postReceipts } from './receipts.ts'
import { record } from './results.ts'
import { say, type Site } from './site.ts'

const hands = 8

/** Receipts posted through the API on an empty ledger, by one server and by two, against the floor. */
export async function measurePosting(site: Site): Promise<void> {
  const { volume, pgbench } = site
  say('empty ledger: receipts of ten lines')
  const { connectionString, database } = await site.fresh('bench_small')
  await makeKeys(database, bench.materials * 2)
  const first = await site.started(connectionString)
  // Every statement of every connection is planned before anything counts.
  await postReceipts([first], await makeArrivals(database, Math.min(400, volume.receipts)), hands)
  const one = await postReceipts([first], await makeArrivals(database, volume.receipts), hands)
  const second = await site.started(connectionString)
  await postReceipts(
    [first, second],
    await makeArrivals(database, Math.min(400, volume.receipts)),
    hands,
  )
  const two = await postReceipts(
    [first, second],
    await makeArrivals(database, volume.receipts),
    hands,
  )
  await first.stop()
  await second.stop()
  record('receipts posted through the API', one.postedLinesPerSecond, 'lines/s')
  record('receipts posted through two processes', two.postedLinesPerSecond, 'lines/s')
  record(
    'growth from one process to two',
    two.postedLinesPerSecond / one.postedLinesPerSecond,
    'times',
  )
  if (pgbench !== null) {
    const script = await floorScript(database, one.receipt)
    const runs = [1, 4, 8].map(
      (clients) =>
        runPgbench(pgbench, connectionString, script, clients, volume.seconds)
          .transactionsPerSecond * 10,
    )
    const floor = Math.max(...runs)
    record('floor: the same rows by one prepared statement per document', floor, 'lines/s')
    const best = Math.max(one.postedLinesPerSecond, two.postedLinesPerSecond)
    record('share of the floor, one process', one.postedLinesPerSecond / floor, 'ratio')
    record('share of the floor', best / floor, 'ratio', { atLeast: 0.5 })
  }
  await database.close()
}
