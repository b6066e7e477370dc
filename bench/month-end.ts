import { takeSnapshot } from '../server/src/stock/public.ts'
import { bench } from './company.ts'
import { fillMoves, makeKeys } from './ledger-volume.ts'
import { record } from './results.ts'
import { signIn } from './server.ts'
import { say, type Site } from './site.ts'

/** A month's end: the stock as it stood is recorded, and then asked for. */
export async function measureMonthEnd(site: Site): Promise<void> {
  const moves = site.volume.monthMoves
  say(`a month of ${moves} moves`)
  const { connectionString, database } = await site.fresh('bench_month')
  await makeKeys(database, bench.materials * 10)
  // All of them in the month before: its snapshot reads each once.
  await fillMoves(database, moves, say, `date_trunc('month', now()) - interval '20 days'`)
  const [last] = await database.query<{ month: string; endsAt: string }>(
    `select to_char(now() at time zone $1 - interval '1 month', 'YYYYMM') as month,
       date_trunc('month', now() at time zone $1) at time zone $1 as ends_at`,
    ['Asia/Shanghai'],
  )
  const began = performance.now()
  await database.transaction((tx) => takeSnapshot(tx, bench.companyCode, last!.month))
  record(`closing a month of ${moves} moves`, (performance.now() - began) / 1000, 's')
  const server = await site.started(connectionString)
  const keeper = await signIn(server.address, 'bench-keeper', bench.password)
  const asked = performance.now()
  await keeper.post('/api/stock/as-of', { at: last!.endsAt, size: 50, withTotals: true })
  record('stock at the end of that month, first page', performance.now() - asked, 'ms')
  await server.stop()
  await database.close()
}
