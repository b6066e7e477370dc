import { addAll } from '@kufang/kernel/add-all.ts'
import type { Database } from '../server/src/platform/database/database.ts'
import { loadSession } from '../server/src/platform/session/load-session.ts'
import { tokenDigest } from '../server/src/platform/session/token.ts'
import { accounts, bench, makeArrivals } from './company.ts'
import { fillMoves, makeKeys } from './ledger-volume.ts'
import { runPgbench } from './pgbench.ts'
import { receive } from './receipts.ts'
import { percentile, record } from './results.ts'
import {
  canReadMemory,
  peakMemory,
  residentMemory,
  resetPeak,
  signIn,
  type Caller,
} from './server.ts'
import { say, type Site } from './site.ts'
import { productScript, stockQueryLatencies, stockQueryScript } from './stock-query.ts'

const mebibyte = 1024 * 1024

/**
 * The storekeeper's request with a full and with an empty ledger, one at a time and in turns, so that other load on the
 * machine affects both; as many again before, to warm up.
 */
async function measureCost(site: Site, full: Database, keeper: Caller): Promise<void> {
  const { rounds } = site.volume
  const { connectionString, database } = await site.fresh('bench_empty')
  await makeKeys(database, bench.materials * 2)
  const server = await site.started(connectionString)
  const other = await signIn(server.address, accounts.keeper.account, bench.password)
  const onEmpty = await makeArrivals(database, 2 * rounds)
  const onFull = await makeArrivals(full, 2 * rounds)
  const empty: number[] = []
  const filled: number[] = []
  for (const [index, arrival] of onEmpty.entries()) {
    const emptyMs = await milliseconds(() => receive(other, arrival))
    const fullMs = await milliseconds(() => receive(keeper, onFull[index]!))
    if (index < rounds) continue
    empty.push(emptyMs)
    filled.push(fullMs)
  }
  record('one receipt on an empty ledger', percentile(empty, 0.5), 'ms, median')
  record(`one receipt with ${site.volume.moves} moves`, percentile(filled, 0.5), 'ms, median')
  record('cost with a full ledger', percentile(filled, 0.5) / percentile(empty, 0.5), 'times', {
    atMost: 1.2,
  })
  await server.stop()
  await database.close()
}

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const at = performance.now()
  await work()
  return performance.now() - at
}

/**
 * The first page of the stock list: the product's own statements, and complete HTTP requests, each compared with plain
 * statements on the respective indexes, in turns.
 */
async function measureStockQuery(
  { volume, pgbench }: Site,
  connectionString: string,
  database: Database,
  keeper: Caller,
): Promise<void> {
  const known = await loadSession(database, tokenDigest(keeper.token)!, 0)
  const session = { ...known!.session, language: 'zh' as const, requestId: '' }
  const turns = Math.min(4, volume.turns)
  await stockQueryLatencies(keeper, volume.queries)
  const whole: number[] = []
  const statement: number[] = []
  const peer: number[] = []
  const seconds = Math.max(1, Math.floor(volume.seconds / turns))
  for (let turn = 0; turn < turns; turn++) {
    addAll(whole, await stockQueryLatencies(keeper, Math.ceil(volume.queries / turns)))
    if (pgbench === null) continue
    for (const [script, latencies] of [
      [productScript(session), statement],
      [stockQueryScript(), peer],
    ] as const)
      for (const one of runPgbench(pgbench, connectionString, script, 1, seconds).latencies)
        latencies.push(one)
  }
  const name = `stock query over HTTP, ${volume.balances} balances`
  recordLatencies(name, whole)
  if (peer.length === 0) return
  recordLatencies('its statement by pgbench', statement)
  recordLatencies('select … limit 50 on the same index by pgbench', peer)
  const times = (own: readonly number[]) => percentile(own, 0.95) / percentile(peer, 0.95)
  record('stock query, its statement against that', times(statement), 'times', { atMost: 3 })
  record('stock query over HTTP against that', times(whole), 'times', { atMost: 3 })
}

function recordLatencies(name: string, latencies: readonly number[]): void {
  record(name, percentile(latencies, 0.5), 'ms, median')
  record(name, percentile(latencies, 0.95), 'ms, p95')
}

/** Cost of a full ledger: one posting, the stock query, an export. */
export async function measureFilledLedger(
  site: Site,
): Promise<{ connectionString: string; database: Database }> {
  const { volume } = site
  say(`ledger of ${volume.moves} moves and ${volume.balances} balances`)
  const { connectionString, database } = await site.fresh('bench_large')
  await makeKeys(database, volume.balances)
  await fillMoves(database, volume.moves, say)
  const server = await site.started(connectionString)
  const keeper = await signIn(server.address, accounts.keeper.account, bench.password)
  await measureCost(site, database, keeper)
  await measureStockQuery(site, connectionString, database, keeper)

  // The number of materials whose balances are the wanted rows.
  const perMaterial = Math.ceil(volume.balances / bench.materials)
  const materials = Array.from(
    { length: Math.min(bench.materials, Math.floor(volume.exported / perMaterial)) },
    (_one, index) => `B${String(index + 1).padStart(6, '0')}`,
  )
  const idle = canReadMemory ? residentMemory(server.processId) : 0
  if (canReadMemory) resetPeak(server.processId)
  const began = performance.now()
  await keeper.download('/api/queries/stock/export', {
    filters: [{ field: 'materialNo', operator: 'in', value: materials }],
    columns: ['materialNo', 'description', 'plant', 'bin', 'batch', 'quantity', 'available'].map(
      (field) => ({ field, title: field }),
    ),
  })
  const rows = materials.length * perMaterial
  record(`export of ${rows} rows`, (performance.now() - began) / 1000, 's')
  if (canReadMemory) {
    const above = Math.max(0, peakMemory(server.processId) - idle) / mebibyte
    record('peak memory of the export above idle', above, 'MiB', { atMost: 64 })
  }
  await server.stop()
  return { connectionString, database }
}
