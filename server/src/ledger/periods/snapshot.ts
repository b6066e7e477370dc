import { companyTimeZone } from '@kufang/kernel/company-day.ts'
import { firstOf } from '@kufang/kernel/present.ts'
import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { shareOfArea, valueRecorded, worthOfMoves } from './area-value.ts'
import { writeCutOffs } from './cut-offs.ts'
import { rebuiltPeriods } from './rebuilt-periods.ts'
import { lockPeriodValues } from './revalue-periods.ts'
import { snapshotLock } from './valuations.ts'

const ownShare = shareOfArea({
  value: 'own.value',
  quantity: 'own.quantity',
  alias: 'k',
  within: 'k.company_code',
  order: 'k.id',
})

/** After this time no transaction that began before the end of the month is still running. */
const settleMinutes = 5

/**
 * The months ('yyyyMM', in order) that ended since the last recorded one. If none is recorded: from the first move on,
 * and at least the previous month.
 */
export async function monthsToRecord(queryable: Queryable, companyCode: string): Promise<string[]> {
  const rows = await queryable.query<{ month: string }>(
    `with last as (
      select date_trunc('month', now() at time zone $2) - interval '1 month' as month
    )
    select to_char(month, 'YYYYMM') as month from generate_series(
      coalesce(
        (select max(ends_at) at time zone $2 from stock_snapshot_month where company_code = $1),
        least((select date_trunc('month', min(moved_at) at time zone $2) from stock_move where company_code = $1),
          (select month from last))),
      (select month from last), interval '1 month') as month
    order by 1`,
    [companyCode, companyTimeZone],
  )
  return rows.map((row) => row.month)
}

/**
 * Records the company's stock at the end of a month ('yyyyMM') as the previous snapshot plus the moves since, the
 * receipts and issues of the month (`stock_period`), and what the ERP does not have of it by posting date (`stock_cut_off`). Afterwards the ledger accepts no move in that month. An existing
 * snapshot stays unchanged.
 * @returns the number of keys with stock
 * @throws Error if the month has not ended (and settled), or a later month already has a snapshot
 */
export async function takeSnapshot(
  tx: Transaction,
  companyCode: string,
  month: string,
  now: Date = new Date(),
): Promise<{ keyCount: number }> {
  await lockPeriodValues(tx, companyCode)
  // Concurrent valuations wait for this lock (writeValuations): they are either included in these sums or find the
  // month recorded.
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `${snapshotLock}/${companyCode}`,
  ])
  const known = await tx.query<{
    month: string
    keyCount: number
    isLater: boolean
  }>(
    `select month, key_count, month > $2 as is_later from stock_snapshot_month
    where company_code = $1 and month >= $2 order by month`,
    [companyCode, month],
  )
  const same = known.find((row) => row.month === month)
  if (same !== undefined) return { keyCount: same.keyCount }
  if (known.length > 0)
    throw new Error(`month ${firstOf(known).month} has its snapshot: ${month} comes too late`)
  const ends = await tx.query<{ endsAt: string; settled: boolean }>(
    `select ends_at, ends_at + make_interval(mins => $4) <= $3::timestamptz as settled from (
      select (to_date($1 || '01', 'YYYYMMDD') + interval '1 month') at time zone $2 as ends_at) month`,
    [month, companyTimeZone, now, settleMinutes],
  )
  const { endsAt, settled } = firstOf(ends)
  if (!settled)
    throw new Error(`month ${month} ends at ${endsAt}: its snapshot is taken after that`)
  const rows = await tx.query<{ keyCount: number }>(
    `with base as (
      select month, ends_at from stock_snapshot_month
      where company_code = $1 order by ends_at desc limit 1
    ), flow as (
      select s.key_id, s.quantity, s.second_quantity,
        ${valueRecorded('case when r.key_id is null then s.value else r.value end')} as value
      from stock_snapshot s
      join stock_key k on k.company_code = s.company_code and k.id = s.key_id
      left join stock_snapshot_revaluation r on r.company_code = s.company_code and r.month = s.month
        and r.key_id = s.key_id
      where s.company_code = $1 and s.month = (select month from base)
      union all
      select side.key_id, side.quantity, side.second_quantity, side.value
      from stock_move m
      ${worthOfMoves}
      cross join lateral (values
        (m.to_key, m.quantity, m.second_quantity, worth.gained),
        (m.from_key, -m.quantity, -m.second_quantity, -worth.lost)
      ) as side (key_id, quantity, second_quantity, value)
      where m.company_code = $1 and m.moved_at < $3::timestamptz
        and m.moved_at >= coalesce((select ends_at from base), '-infinity')
    ), own as (
      select flow.key_id, sum(flow.quantity) as quantity, sum(flow.second_quantity) as second_quantity,
        case when bool_and(flow.value is not null) then sum(flow.value) end as value
      from flow group by flow.key_id
    ), stood as materialized (
      select * from (
        select own.key_id, own.quantity, own.second_quantity, ${ownShare} as value
        from own join stock_key k on k.company_code = $1 and k.id = own.key_id
        join stock_place p on p.place = k.place and p.keeps_balance
      ) shared where quantity <> 0
    ), taken as (
      insert into stock_snapshot_month (company_code, month, ends_at, taken_at, key_count)
      select $1, $2, $3::timestamptz, $4::timestamptz, (select count(*) from stood)
      returning key_count
    ), kept as (
      -- After the month it refers to: Citus runs the two as statements of their own.
      insert into stock_snapshot (company_code, month, key_id, quantity, second_quantity, value)
      select $1, $2, key_id, quantity, second_quantity, value from stood
    )
    select key_count from taken`,
    [companyCode, month, endsAt, now],
  )
  await writePeriods(tx, companyCode)
  return firstOf(rows)
}

/**
 * Writes the report of each recorded month without one, and the cut-offs of the latest: the month just recorded, and months
 * recorded by an earlier version without them. The report is computed independently of the snapshot, so that comparing its
 * closing stock with the snapshot checks both.
 */
export async function writePeriods(tx: Transaction, companyCode: string): Promise<void> {
  await tx.query(
    `insert into stock_period select period.* from ${rebuiltPeriods(monthsWithoutReport)} period
    where period.company_code = $1
    on conflict do nothing`,
    [companyCode],
  )
  await writeCutOffs(tx, companyCode)
}

const monthsWithoutReport = `(select s.company_code, s.month, s.begins_at, s.ends_at from stock_snapshot_month s
  where not exists (
    select from stock_period known where known.company_code = s.company_code and known.month = s.month))`
