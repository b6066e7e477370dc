import type { Queryable, Transaction } from '../../platform/database/database.ts'
import { shareOfArea, valueRecorded, worthOfMoves } from './area-value.ts'
import { rebuiltPeriods } from './rebuilt-periods.ts'

/** Companies with late valuations of moves in recorded months. */
export async function companiesToRevalue(queryable: Queryable): Promise<string[]> {
  const rows = await queryable.query<{ companyCode: string }>(
    'select distinct company_code from stock_late_valuation order by 1',
  )
  return rows.map((row) => row.companyCode)
}

/** Serialises recording and revaluation per company, because a month starts from the values of the previous one. */
export async function lockPeriodValues(tx: Transaction, companyCode: string): Promise<void> {
  await tx.query(
    `select pg_advisory_xact_lock(hashtextextended('stock_period_values/' || $1, 0))`,
    [companyCode],
  )
}

/**
 * Applies late ERP valuations to the values of recorded months and of all later recorded months, which start from the
 * closing values of the previous one. Recorded values stay unchanged; the current values are stored beside them
 * (`stock_period_revaluation`, `stock_snapshot_revaluation`).
 * @returns the revalued months ('yyyyMM', in order); empty if there were no late valuations
 */
export async function revaluePeriods(tx: Transaction, companyCode: string): Promise<string[]> {
  await lockPeriodValues(tx, companyCode)
  // Dequeue first: a later valuation is queued again, whether the sums below include it or not.
  const months = await tx.query<RevaluedMonth>(
    `with late as (
      delete from stock_late_valuation where company_code = $1 returning move_id
    )
    select s.month, s.ends_at, s.month_before, s.since from (
      select month, ends_at, lag(month) over earlier as month_before, lag(ends_at) over earlier as since
      from stock_snapshot_month where company_code = $1 window earlier as (order by ends_at)
    ) s
    where s.ends_at > (
      select min(m.moved_at) from late join stock_move m on m.company_code = $1 and m.id = late.move_id)
    order by s.ends_at`,
    [companyCode],
  )
  for (const { month, endsAt, monthBefore, since } of months) {
    await tx.query(revalueSnapshot, [companyCode, month, monthBefore, since, endsAt])
    await tx.query(revaluePeriod, [companyCode, month])
  }
  return months.map(({ month }) => month)
}

interface RevaluedMonth {
  month: string
  endsAt: string
  /** The recorded month before it, and its end; null for the first. */
  monthBefore: string | null
  since: string | null
}

/**
 * The snapshot of month $2, which ends at $5: the values of the snapshot of month $3 plus the amounts of the moves since
 * its end, $4. They are values, and nothing is in a common table expression: Citus sends an insert to the machine of the
 * company, but does not direct what its common table expressions read.
 */
const revalueSnapshot = `
  insert into stock_snapshot_revaluation (company_code, month, key_id, value)
  select s.company_code, s.month, s.key_id, stood.value
  from stock_snapshot s
  join (
    select own.company_code, own.key_id, ${shareOfArea({
      value: 'own.value',
      quantity: 'own.quantity',
      alias: 'k',
      within: 'own.company_code',
      order: 'k.id',
    })} as value
    from (
    select flow.company_code, flow.key_id, sum(flow.quantity) as quantity,
      case when bool_and(flow.value is not null) then sum(flow.value) end as value
    from (
      select s.company_code, s.key_id, s.quantity,
        ${valueRecorded('case when r.key_id is null then s.value else r.value end')} as value
      from stock_snapshot s
      join stock_key k on k.company_code = s.company_code and k.id = s.key_id
      left join stock_snapshot_revaluation r on r.company_code = s.company_code and r.month = s.month
        and r.key_id = s.key_id
      where s.company_code = $1 and s.month = $3::text
      union all
      select m.company_code, side.key_id, side.quantity, side.value
      from stock_move m
      ${worthOfMoves}
      cross join lateral (values (m.to_key, m.quantity, worth.gained), (m.from_key, -m.quantity, -worth.lost))
        as side (key_id, quantity, value)
      where m.company_code = $1 and m.moved_at < $5::timestamptz
        and m.moved_at >= coalesce($4::timestamptz, '-infinity')
    ) flow
    group by 1, 2
    ) own
    join stock_key k on k.company_code = own.company_code and k.id = own.key_id
    join stock_place p on p.place = k.place and p.keeps_balance
  ) stood on stood.company_code = s.company_code and stood.key_id = s.key_id
  left join stock_snapshot_revaluation r on r.company_code = s.company_code and r.month = s.month
    and r.key_id = s.key_id
  where s.company_code = $1 and s.month = $2
    and stood.value is distinct from case when r.key_id is null then s.value else r.value end
  on conflict (company_code, month, key_id) do update set value = excluded.value, revalued_at = excluded.revalued_at`

const key = [
  'material_no',
  'plant',
  'storage_location',
  'stock_category',
  'special_stock',
  'special_stock_reference',
  'book',
]
const values = [
  'opening',
  'receipt',
  'transfer_in',
  'issue',
  'transfer_out',
  'adjustment',
  'closing',
].map((part) => `${part}_value`)
const of = (table: string, columns: readonly string[]) =>
  columns.map((column) => `${table}.${column}`).join(', ')

/** The report of month $2, based on the previous snapshot, which is already revalued. */
const revaluePeriod = `
  insert into stock_period_revaluation (company_code, month, ${key.join(', ')}, ${values.join(', ')})
  select p.company_code, p.month, ${of('p', key)}, ${of('now', values)}
  from ${rebuiltPeriods('(select company_code, month, begins_at, ends_at from stock_snapshot_month)')} now
  join stock_period p on p.company_code = now.company_code and p.month = now.month
    and (${of('p', key)}) = (${of('now', key)})
  left join stock_period_revaluation r on r.company_code = p.company_code and r.month = p.month
    and (${of('r', key)}) = (${of('p', key)})
  where now.company_code = $1 and now.month = $2
    and case when r.month is null then (${of('now', values)}) is distinct from (${of('p', values)})
      else (${of('now', values)}) is distinct from (${of('r', values)}) end
  on conflict (company_code, month, ${key.join(', ')}) do update
    set (${values.join(', ')}, revalued_at) = (${of('excluded', values)}, excluded.revalued_at)`
