import { sweep } from '../../bench/analyze.ts'
import {
  benchPlace,
  makeArrivals,
  makeCompany,
  makePlace,
  otherPlace,
} from '../../bench/company.ts'
import type { BenchPlace } from '../../bench/company.ts'
import { postReceipts } from '../../bench/receipts.ts'
import { percentile } from '../../bench/results.ts'
import { startServer, type RunningServer } from '../../bench/server.ts'
import { migrate } from '../../server/src/platform/database/migrate.ts'
import { openDatabase, type Database } from '../../server/src/platform/database/database.ts'
import { distribute, run, type CitusCluster } from './cluster.ts'
import { canReadCpuTime, cpuSeconds } from './cpu-time.ts'

// Receipts of ten lines through the API, as in `npm run bench`: of one company and of two at once, on Citus and on the
// same PostgreSQL without it, in turns, because the speed of a machine varies.

const hands = 8
const goals = { one: 0.7, two: 1 }

/** A database with the companies, and a server on it. */
interface Setting {
  name: string
  database: Database
  server: RunningServer
  places: readonly BenchPlace[]
}

/** Lines posted per second, by setting and number of companies. */
type Turn = Record<string, { one: number; two: number }>

export async function measureThroughput(
  cluster: CitusCluster,
  isQuick: boolean,
  say: (line: string) => void,
): Promise<string> {
  const [receipts, turns] = isQuick ? [40, 1] : [200, 3]
  const distributed = await cluster.createDatabase('throughput')
  await migrate(distributed)
  await distribute(distributed)
  const other = await companyElsewhere(distributed)
  const administration = cluster.startPlain()
  await run(administration, 'create database throughput')
  const plain = new URL(administration)
  plain.pathname = '/throughput'
  await migrate(plain.href)
  const places = [benchPlace, otherPlace(other, '9002')]
  const settings = [
    await open('plain', plain.href, places),
    await open('citus', distributed, places),
  ]
  const measured: Turn[] = []
  const machines = {
    'PostgreSQL without Citus': [cluster.plainPid],
    'the coordinator': [cluster.pidOf(0)],
    'the workers': cluster.nodes.slice(1).map((node) => cluster.pidOf(node)),
  }
  const cpuOf = () =>
    Object.fromEntries(
      Object.entries(machines).map(([name, pids]) => [
        name,
        canReadCpuTime ? pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0) : 0,
      ]),
    )
  try {
    // Warms up the plans of all statements on all connections.
    for (const setting of settings) await both(setting, Math.min(receipts, 200))
    const before = cpuOf()
    for (let turn = 1; turn <= turns; turn += 1) {
      const figures: Turn = {}
      for (const setting of settings)
        figures[setting.name] = {
          one: await of(setting, setting.places.slice(0, 1), receipts),
          two: await both(setting, receipts),
        }
      measured.push(figures)
      say(`  turn ${turn}, lines/s: ${JSON.stringify(figures, rounded)}`)
    }
    const after = cpuOf()
    for (const name of Object.keys(machines)) {
      const perReceipt = ((after[name]! - before[name]!) * 1000) / (turns * 2 * receipts)
      say(`  ${perReceipt.toFixed(1)} ms of a core per receipt by ${name}`)
    }
  } finally {
    for (const { server, database } of settings) {
      await server.stop()
      await database.close()
    }
    await cluster.dropDatabase('throughput')
  }
  const share = (kind: 'one' | 'two') =>
    percentile(
      measured.map((figures) => figures['citus']![kind] / figures['plain']![kind]),
      0.5,
    )
  const [one, two] = [share('one'), share('two')]
  const text = `median share of the throughput without Citus: ${one.toFixed(2)} for one company (goal ${goals.one}), ${two.toFixed(2)} for two at once (goal ${goals.two})`
  if (!isQuick && (one < goals.one || two < goals.two)) throw new Error(text)
  return text
}

const rounded = (_key: string, value: unknown) =>
  typeof value === 'number' ? Math.round(value) : value

async function open(
  name: string,
  connectionString: string,
  places: readonly BenchPlace[],
): Promise<Setting> {
  const database = openDatabase({ connectionString, connectionsMax: 4 })
  await makeCompany(database)
  for (const place of places.slice(1)) await makePlace(database, place)
  return { name, database, places, server: await startServer(connectionString) }
}

const both = (setting: Setting, receipts: number) => of(setting, setting.places, receipts)

/** Lines per second of some companies at once, with the same number of clients and receipts in all. */
async function of(
  { database, server }: Setting,
  places: readonly BenchPlace[],
  receipts: number,
): Promise<number> {
  const each = receipts / places.length
  const arrivals: string[][] = []
  for (const place of places) arrivals.push(await makeArrivals(database, each, place))
  await sweep(database)
  const began = performance.now()
  await Promise.all(
    places.map((place, index) =>
      postReceipts([server], arrivals[index]!, hands / places.length, place),
    ),
  )
  return (each * places.length * 10) / ((performance.now() - began) / 1000)
}

/** The code of a company whose rows are on another machine than those of the first. */
async function companyElsewhere(connectionString: string): Promise<string> {
  const database = openDatabase({ connectionString, connectionsMax: 1 })
  try {
    const rows = await database.query<{ code: string }>(
      `select code from (
         select code, (select nodeport from citus_shards s
           where s.shardid = get_shard_id_for_distribution_column('stock_move', code)) as port,
           (select nodeport from citus_shards s
           where s.shardid = get_shard_id_for_distribution_column('stock_move', $1::text)) as first_port
         from (select n::text as code from generate_series(9001, 9060) n) codes) placed
       where port <> first_port order by code limit 1`,
      [benchPlace.companyCode],
    )
    return rows[0]!.code
  } finally {
    await database.close()
  }
}
