import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { migrate } from '../server/src/platform/database/migrate.ts'
import { openDatabase } from '../server/src/platform/database/database.ts'
import { ensureDatabase } from '../server/src/platform/embedded-postgres/ensure-database.ts'
import { startEmbeddedPostgres } from '../server/src/platform/embedded-postgres/embedded-postgres.ts'
import { bench, makeArrivals, makeCompany } from './company.ts'
import { findPgbench, floorScript, runPgbench } from './floor.ts'
import { fillMoves, makeKeys } from './ledger-volume.ts'
import { postReceipts } from './receipts.ts'
import { percentile, record, writeFigures } from './results.ts'
import { signIn, startServer, type RunningServer } from './server.ts'
import { stockQueryLatencies, stockQueryScript } from './stock-query.ts'

// The figures of the design that count, each against a limit or a peer in the same run on the same machine.
// `--quick` is a smoke test on small volumes; only an error makes the run fail, never a figure.

const isQuick = process.argv.includes('--quick')
const volume = isQuick
  ? { receipts: 60, seconds: 3, moves: 100_000, balances: 20_000, queries: 60 }
  : { receipts: 1500, seconds: 10, moves: 10_000_000, balances: 1_000_000, queries: 400 }
const hands = 8
const folder = mkdtempSync(join(tmpdir(), 'kufang-bench-'))
const postgres = await startEmbeddedPostgres({ dataFolder: join(folder, 'postgres') })

/** A database of its own per measurement, so that none sees another's rows. */
async function fresh(name: string) {
  const connectionString = await ensureDatabase(postgres.connectionString, name)
  await migrate(connectionString)
  const database = openDatabase({ connectionString, connectionsMax: 10 })
  await makeCompany(database)
  return { connectionString, database }
}

const servers: RunningServer[] = []
async function started(connectionString: string): Promise<RunningServer> {
  const server = await startServer(connectionString)
  servers.push(server)
  return server
}

const say = (text: string) => console.log(`… ${text}`)

try {
  const pgbench = findPgbench()
  say('empty ledger: receipts of ten lines')
  const small = await fresh('bench_small')
  await makeKeys(small.database, bench.materials * 2)
  const server = await started(small.connectionString)
  const warmUp = await makeArrivals(small.database, 40)
  await postReceipts(server, warmUp, hands)
  const empty = await postReceipts(
    server,
    await makeArrivals(small.database, volume.receipts),
    hands,
  )
  const single = await postReceipts(server, await makeArrivals(small.database, 60), 1)
  await server.stop()
  record('receipts posted through the API', empty.postedLinesPerSecond, 'lines/s')
  record("the storekeeper's request alone", empty.receivedLinesPerSecond, 'lines/s')
  if (pgbench) {
    const one = runPgbench(pgbench, small.connectionString, floorScript(), 1, volume.seconds)
    const many = runPgbench(pgbench, small.connectionString, floorScript(), 4, volume.seconds)
    const floor = Math.max(one.transactionsPerSecond, many.transactionsPerSecond) * 10
    record('floor: the same rows by one prepared statement per document', floor, 'lines/s')
    record('share of the floor', empty.postedLinesPerSecond / floor, 'ratio', { atLeast: 0.5 })
  } else
    say(
      'no pgbench on this machine: the share of the floor is not measured (Debian: postgresql-contrib)',
    )
  await small.database.close()

  say(`ledger of ${volume.moves} moves and ${volume.balances} balances`)
  const large = await fresh('bench_large')
  await makeKeys(large.database, volume.balances)
  await fillMoves(large.database, volume.moves, say)
  const filled = await started(large.connectionString)
  await postReceipts(filled, await makeArrivals(large.database, 40), 1)
  const full = await postReceipts(filled, await makeArrivals(large.database, 60), 1)
  record('one receipt on an empty ledger', single.medianMs, 'ms, median')
  record(`one receipt with ${volume.moves} moves`, full.medianMs, 'ms, median')
  record('cost with a full ledger', full.medianMs / single.medianMs, 'times', { atMost: 1.2 })

  const keeper = await signIn(filled.address, 'bench-keeper', bench.password)
  const latencies = await stockQueryLatencies(keeper, volume.queries)
  const own = percentile(latencies, 0.95)
  record(`stock query, ${volume.balances} balances`, own, 'ms, p95')
  if (pgbench) {
    const peer = percentile(
      runPgbench(pgbench, large.connectionString, stockQueryScript(), 1, volume.seconds).latencies,
      0.95,
    )
    record('the same by select … limit 50 on the same index', peer, 'ms, p95')
    record('stock query against that', own / peer, 'times', { atMost: 3 })
  }
  await filled.stop()
  await large.database.close()
} finally {
  for (const server of servers) await server.stop()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
const holds = writeFigures(resolve(import.meta.dirname, 'results.json'))
console.log(holds ? 'every goal holds' : 'a goal does not hold, see above')
