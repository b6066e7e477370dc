// The cut-off of a month: by how much the stock of the ledger at its end differs from that of the ERP by posting date. A move
// counts in the ledger from its moment on and in the ERP from the posting date of what is posted of it on; what reverses it
// does so likewise. So the difference is a sum over the moves that count on one side only at the end of the month, few of all:
// those of the recorded months are kept (`stock_cut_off`), and the next month adds what moved and what was posted in it. A move
// that never posts counts on neither side.

import { companyTimeZone, companyToday } from '@kufang/kernel/company-day.ts'
import { periodOf, type LocalDate } from '@kufang/kernel/local-date.ts'
import { firstOf } from '@kufang/kernel/present.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { isConsigned, isOneArea } from './area-value.ts'
import { ofKey, periodKey, spanOf } from './rebuilt-periods.ts'
import { snapshotLock } from './valuations.ts'

/** The day of a moment on which a month begins or ends. */
const dayOf = (moment: string) => `(${moment} at time zone '${companyTimeZone}')::date`

/**
 * As SQL: joins the rows of a key, one at a time, so that no table is read as a whole for a few of its rows. Citus sends no
 * query per row to other machines, and has few rows on each.
 */
const lookedUp = (table: string, alias: string, on: string, isDistributed: boolean) =>
  isDistributed
    ? `join ${table} ${alias} on ${on}`
    : `cross join lateral (select ${alias}.* from ${table} ${alias} where ${on} offset 0) ${alias}`

/** As SQL: from moves `open` with a quantity to the stock of the ERP that they changed: the columns of its key `k`, and the sign. */
const sidesOf = (isDistributed: boolean) =>
  `${lookedUp('stock_move', 'm', 'm.company_code = open.company_code and m.id = open.move_id', isDistributed)}
    cross join lateral (values (m.to_key, 1), (m.from_key, -1)) as side (key_id, sign)
    join stock_key k on k.company_code = open.company_code and k.id = side.key_id
    join stock_place p on p.place = k.place and p.erp_view = 'stock'
    join stock_book b on b.book = k.book and b.is_in_erp`

/**
 * A query in parentheses: the cut-offs of months by stock (`periodKey`) and move, `quantity` signed: by so much the ledger has
 * more than the ERP. Computed from those of the last recorded month before each, and what moved and was posted since.
 * @param months as for `rebuiltPeriods`
 */
export function rebuiltCutOffs(months: string, isDistributed: boolean): string {
  const span = spanOf(months)
  return `(
  select company_code, month, ${periodKey.join(', ')}, move_id, sum(quantity) as quantity
  from (
    select span.company_code, span.month, ${periodKey.map((column) => `c.${column}`).join(', ')}, c.move_id, c.quantity
    from ${span}
    join stock_cut_off c on c.company_code = span.company_code and c.month = span.base_month
    union all
    select open.company_code, open.month, open.material_no, ${ofKey('k')}, open.move_id, side.sign * open.quantity
    from (
      select company_code, month, material_no, move_id, sum(quantity) as quantity
      from (
        select span.company_code, span.month, m.material_no, coalesce(m.reverses, m.id) as move_id,
          case when m.reverses is null then m.quantity else -m.quantity end as quantity
        from ${span}
        join stock_move m on m.company_code = span.company_code and m.moved_at >= span.since and m.moved_at < span.ends_at
          and m.posts_to_erp
        union all
        select posted.company_code, posted.month, i.material_no, i.move_id, posted.sign * i.quantity
        from (
          select span.company_code, span.month, p.id, case p.direction when 'post' then -1 else 1 end as sign
          from ${span}
          join erp_posting p on p.company_code = span.company_code and p.state = 'posted'
            and p.posting_date >= ${dayOf('span.since')} and p.posting_date < ${dayOf('span.ends_at')}
        ) posted
        ${lookedUp('erp_posting_item', 'i', 'i.company_code = posted.company_code and i.posting_id = posted.id', isDistributed)}
      ) event
      group by company_code, month, material_no, move_id
      having sum(quantity) <> 0
    ) open
    ${sidesOf(isDistributed)}
  ) part
  group by company_code, month, ${periodKey.join(', ')}, move_id
  having sum(quantity) <> 0
)`
}

/**
 * As SQL: joins `worth.value` to cut-offs `c`: the share of the amount of the move, the ERP's or else the estimate; zero inside a
 * valuation area and for stock of the supplier, null if unknown.
 */
export const worthOfCutOffs = (isDistributed: boolean): string =>
  `${lookedUp('stock_move', 'm', 'm.company_code = c.company_code and m.id = c.move_id', isDistributed)}
    left join stock_move_valuation mv on mv.company_code = m.company_code and mv.move_id = m.id
    join stock_key t on t.company_code = m.company_code and t.id = m.to_key
    join stock_place tp on tp.place = t.place
    join stock_key f on f.company_code = m.company_code and f.id = m.from_key
    join stock_place fp on fp.place = f.place
    cross join lateral (
      select case when ${isOneArea('t', 'f')} or ${isConsigned('c')} then 0
        else round(coalesce(mv.amount, m.amount) * c.quantity / m.quantity, 2) end as value) worth`

/**
 * Records the cut-offs of the latest recorded month if it has none: of the month just recorded, or recorded by an earlier version
 * without them. Stock that has nothing else gets a row of the report.
 */
export async function writeCutOffs(tx: Transaction, companyCode: string): Promise<void> {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `${snapshotLock}/${companyCode}`,
  ])
  const written = await tx.query<{ month: string }>(
    `insert into stock_cut_off (company_code, month, ${periodKey.join(', ')}, move_id, quantity)
     select company_code, month, ${periodKey.join(', ')}, move_id, quantity
     from ${rebuiltCutOffs(latestWithoutCutOffs, tx.isDistributed)} c
     where company_code = $1
     returning month`,
    [companyCode],
  )
  if (written.length > 0) await writeEmptyRows(tx, companyCode, [firstOf(written).month])
}

const latestWithoutCutOffs = `(select s.company_code, s.month, s.begins_at, s.ends_at from stock_snapshot_month s
  where not exists (select from stock_snapshot_month later
      where later.company_code = s.company_code and later.ends_at > s.ends_at)
    and not exists (
      select from stock_cut_off known where known.company_code = s.company_code and known.month = s.month))`

/**
 * The rows of the report of recorded months about stock that has a cut-off, and neither moves nor a quantity.
 * @param materials all by default
 */
async function writeEmptyRows(
  tx: Transaction,
  companyCode: string,
  months: readonly string[],
  materials: readonly string[] | null = null,
): Promise<void> {
  const columns = ['opening', 'receipt', 'transfer_in', 'issue', 'transfer_out', 'adjustment']
    .concat('closing')
    .flatMap((part) => [`${part}_quantity`, `${part}_value`])
  await tx.query(
    `insert into stock_period (company_code, month, ${periodKey.join(', ')}, ${columns.join(', ')})
     select company_code, month, ${periodKey.join(', ')}, ${columns.map(() => '0::numeric').join(', ')}
     from stock_cut_off
     where company_code = $1 and month = any($2::text[]) and ($3::text[] is null or material_no = any($3::text[]))
     group by company_code, month, ${periodKey.join(', ')}
     having sum(quantity) <> 0
     on conflict do nothing`,
    [companyCode, months, materials],
  )
}

/** What the ERP has posted, as far as the cut-offs depend on it. */
export interface PostedMoves {
  postingDate: LocalDate
  direction: 'post' | 'reverse'
  items: readonly { moveId: string; quantity: string }[]
}

/**
 * Brings the cut-offs of recorded months up to date with a posting that the ERP has in one of them, in the transaction that
 * settles it. A posting of the month that runs costs no statement.
 */
export async function postIntoRecordedMonths(
  tx: Transaction,
  companyCode: string,
  { postingDate, direction, items }: PostedMoves,
): Promise<void> {
  if (periodOf(postingDate) >= periodOf(companyToday())) return
  // This and the recording of a month exclude each other, as with valuations (writeValuations).
  await tx.query('select pg_advisory_xact_lock_shared(hashtextextended($1, 0))', [
    `${snapshotLock}/${companyCode}`,
  ])
  const written = await tx.query<{ month: string; materialNo: string }>(
    `insert into stock_cut_off (company_code, month, ${periodKey.join(', ')}, move_id, quantity)
     select $1, s.month, open.material_no, ${ofKey('k')}, open.move_id, sum(side.sign * open.quantity)
     from stock_snapshot_month s
     join (
       select $1::text as company_code, x.move_id, m.material_no, sum(x.quantity) as quantity
       from unnest($2::uuid[], $3::numeric[]) as x (move_id, quantity)
       join stock_move m on m.company_code = $1 and m.id = x.move_id
       group by x.move_id, m.material_no
     ) open on open.company_code = s.company_code
     ${sidesOf(true)}
     where s.company_code = $1 and ${dayOf('s.ends_at')} > $4::date
     group by s.month, open.material_no, ${ofKey('k')}, open.move_id
     having sum(side.sign * open.quantity) <> 0
     order by 2, 3, 4, 5, 6, 7, 8, 9, 10
     on conflict (company_code, month, ${periodKey.join(', ')}, move_id) do update
       set quantity = stock_cut_off.quantity + excluded.quantity
     returning month, material_no`,
    [
      companyCode,
      items.map(({ moveId }) => moveId),
      items.map(({ quantity }) => (direction === 'post' ? `-${quantity}` : quantity)),
      postingDate,
    ],
  )
  if (written.length === 0) return
  const distinct = (name: 'month' | 'materialNo') => [...new Set(written.map((row) => row[name]))]
  await writeEmptyRows(tx, companyCode, distinct('month'), distinct('materialNo'))
}
