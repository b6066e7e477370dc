import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { migrate } from '../server/src/platform/database/migrate.ts'
import { openDatabase } from '../server/src/platform/database/database.ts'
import { ensureDatabase } from '../server/src/platform/embedded-postgres/ensure-database.ts'
import { startEmbeddedPostgres } from '../server/src/platform/embedded-postgres/embedded-postgres.ts'
import { makeCompany } from './company.ts'
import { measureFirstPage } from './first-page.ts'
import { measureFilledLedger } from './filled-ledger.ts'
import { measureHostileUser } from './hostile-user.ts'
import { fillMoves, makeKeys } from './ledger-volume.ts'
import { measureLiveChannel } from './live-channel.ts'
import { measureMonthEnd } from './month-end.ts'
import { findPgbench } from './pgbench.ts'
import { measurePosting } from './posting.ts'
import { writeFigures } from './results.ts'
import { canReadMemory, startServer, type RunningServer } from './server.ts'
import { say, type Site, type Volume } from './site.ts'
import { measureTryton } from './tryton.ts'

// The figures of the design, each compared with a limit or a peer in the same run on the same machine. `--quick` is a
// smoke test with small volumes; it fails on errors only, never on a figure. `--posting` measures the share of the floor
// only, `--ledger` only the cost of a full ledger and `--hostile` only people beside one who sends as much as possible,
// both with a fifth of the moves.

const isQuick = process.argv.includes('--quick')
const volume: Volume = isQuick
  ? {
      receipts: 20,
      rounds: 5,
      turns: 1,
      seconds: 1,
      moves: 5_000,
      balances: 2_500,
      queries: 20,
      monthMoves: 2_500,
      listeners: 20,
      exported: 1_000,
      beside: 1,
    }
  : {
      receipts: 1500,
      rounds: 60,
      turns: 5,
      seconds: 10,
      moves: 10_000_000,
      balances: 1_000_000,
      queries: 400,
      monthMoves: 1_000_000,
      listeners: 500,
      exported: 100_000,
      beside: 15,
    }
const folder = mkdtempSync(join(tmpdir(), 'kufang-bench-'))
const postgres = await startEmbeddedPostgres({ dataFolder: join(folder, 'postgres') })
const servers: RunningServer[] = []

const site: Site = {
  volume,
  pgbench: findPgbench(),
  fresh: (name) => createdDatabase(name, 'bench_template'),
  async started(connectionString, options) {
    const server = await startServer(connectionString, options)
    servers.push(server)
    return server
  },
}

try {
  const template = await createdDatabase('bench_template')
  await migrate(template.connectionString)
  await makeCompany(template.database)
  await template.database.close()
  if (site.pgbench === null)
    say('no pgbench on this machine: figures against PostgreSQL are left out (postgresql-contrib)')
  if (process.argv.includes('--hostile')) await measureBesideHostile()
  else if (process.argv.includes('--ledger')) {
    const fifth = { ...volume, moves: Math.ceil(volume.moves / 5) }
    await (await measureFilledLedger({ ...site, volume: fifth })).database.close()
  } else {
    await measurePosting(site)
    if (!process.argv.includes('--posting')) await measureOthers()
  }
} finally {
  for (const server of servers) await server.stop()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function measureBesideHostile(): Promise<void> {
  const filled = await site.fresh('bench_hostile')
  await makeKeys(filled.database, volume.balances)
  await fillMoves(filled.database, Math.ceil(volume.moves / 5), say)
  await measureHostileUser(site, filled)
  await filled.database.close()
}

async function measureOthers(): Promise<void> {
  if (isQuick) say('Tryton is left out of the small volumes')
  else await measureTryton(postgres.connectionString)
  const large = await measureFilledLedger(site)
  await measureHostileUser(site, large)
  await measureFirstPage(large.connectionString)
  await large.database.close()
  await measureMonthEnd(site)
  if (canReadMemory) await measureLiveChannel(site)
  else say('no /proc on this machine: figures of memory are left out')
}
// A separate file for the small volumes: a smoke test must not overwrite the results of a full run.
const file = isQuick ? 'results-quick.json' : 'results.json'
const { holds, count } = writeFigures(resolve(import.meta.dirname, file))
console.log(`${count} figures written to bench/${file}`)
console.log(holds ? 'every goal holds' : 'a goal does not hold, see above')
// The small volumes are a smoke test: they fail on errors only, never on a time.
if (!holds && !isQuick) process.exitCode = 1

async function createdDatabase(name: string, copied?: string): ReturnType<Site['fresh']> {
  const connectionString = await ensureDatabase(postgres.connectionString, name, copied)
  return { connectionString, database: openDatabase({ connectionString, connectionsMax: 10 }) }
}
