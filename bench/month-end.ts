import type { ListResponse } from '@kufang/contract/document/api.ts'
import {
  revaluePeriods,
  takeSnapshot,
  writeValuations,
  type MoveValuation,
} from '../server/src/ledger/public.ts'
import { analyze } from './analyze.ts'
import { bench } from './company.ts'
import { fillMoves, makeKeys } from './ledger-volume.ts'
import { record } from './results.ts'
import { signIn } from './server.ts'
import { say, type Site } from './site.ts'

/** Number of moves of a busy day whose ERP valuation arrives after the month was recorded. */
const lateValuations = 1000

/** Closing a month: its report before recording, the recording, and queries afterwards. */
export async function measureMonthEnd(site: Site): Promise<void> {
  const moves = site.volume.monthMoves
  say(`a month of ${moves} moves`)
  const { connectionString, database } = await site.fresh('bench_month')
  await makeKeys(database, bench.materials * 10)
  // All in the previous month: its snapshot reads each once.
  const inLastMonth = `(date_trunc('month', now() at time zone 'Asia/Shanghai') - interval '20 days') at time zone 'Asia/Shanghai'`
  await fillMoves(database, moves, say, inLastMonth)
  const [last] = await database.query<{ month: string; endsAt: string }>(
    `select to_char(now() at time zone $1 - interval '1 month', 'YYYYMM') as month,
       date_trunc('month', now() at time zone $1) at time zone $1 as ends_at`,
    ['Asia/Shanghai'],
  )
  const server = await site.started(connectionString)
  const keeper = await signIn(server.address, 'bench-keeper', bench.password)
  const report = () =>
    keeper.post<ListResponse>('/api/queries/period-stock/list', {
      filters: [{ field: 'period', operator: 'eq', value: last!.month }],
      withTotals: true,
    })
  const milliseconds = async (work: () => Promise<unknown>): Promise<number> => {
    const began = performance.now()
    await work()
    return performance.now() - began
  }
  const firstPage = 'period report, first page and totals'
  record(`${firstPage}, rebuilt from ${moves} moves`, await milliseconds(report), 'ms')
  const rebuilt = await report()
  const closing = await milliseconds(() =>
    database.transaction((tx) => takeSnapshot(tx, bench.companyCode, last!.month)),
  )
  record(`closing a month of ${moves} moves`, closing / 1000, 's')
  await analyze(database)
  record(`${firstPage}, month recorded`, await milliseconds(report), 'ms')
  const recorded = await report()
  if (JSON.stringify(recorded.totals) !== JSON.stringify(rebuilt.totals))
    throw new Error('the report of the recorded month is not what it was before')
  const valuations = await database.query<MoveValuation>(
    `select id as move_id, amount + 1 as amount, 'CNY' as currency, 'accounting-document' as source, 1 as posting_sequence from stock_move
     where company_code = $1 order by id limit $2`,
    [bench.companyCode, lateValuations],
  )
  await database.transaction((tx) => writeValuations(tx, bench.companyCode, valuations))
  const revalued = await milliseconds(() =>
    database.transaction((tx) => revaluePeriods(tx, bench.companyCode)),
  )
  const late = `taking ${valuations.length} late valuations into that month`
  record(late, revalued / 1000, 's')
  const [changed] = await database.query<{ value: string }>(
    `select sum(r.receipt_value - p.receipt_value)::text as value
     from stock_period_revaluation r join stock_period p using (company_code, month, material_no, plant,
       storage_location, stock_category, special_stock, special_stock_reference, book)`,
  )
  if (Number(changed?.value) !== valuations.length)
    throw new Error(`the recorded month changed its value by ${changed?.value}`)
  const asOf = () =>
    keeper.post('/api/queries/stock-as-of/list', {
      parameters: { at: last!.endsAt },
      size: 50,
      withTotals: true,
    })
  record('stock at the end of that month, first page', await milliseconds(asOf), 'ms')
  await server.stop()
  await database.close()
}
