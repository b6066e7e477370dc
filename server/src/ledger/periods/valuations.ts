import type { Transaction } from '../../platform/database/database.ts'

/** The ERP's own amount of a move. */
export interface MoveValuation {
  moveId: string
  /** An exact decimal with two places, in `currency`: of the quantity that was posted. */
  amount: string
  /** What was posted of the move, which is less than all of it if a part was reversed before; the whole move if absent. */
  quantity?: string
  currency: string
  /** Where it was read: 'accounting-document', 'goods-movement-view' or 'valuation-price'. */
  source: string
  /** The place of its posting in the order of postings: of several postings of a move, the latest one says its amount. */
  postingSequence: number
}

/**
 * Stores the ERP's own amounts; amount queries use them instead of the estimates, which are kept (spec domain.md 2.5). What
 * reverses a move takes its value back, so that nothing is left of a move that is reversed as a whole: with it a reversal
 * that was made before is valued, and `valueReversals` values later ones.
 * A move that was posted, reversed in the ERP and posted again has the amount of its latest posting, however late the
 * amounts of earlier ones are read; those stay with their postings. Amounts of recorded months are queued for revaluation
 * (`revaluePeriods`).
 */
export async function writeValuations(
  tx: Transaction,
  companyCode: string,
  valuations: readonly MoveValuation[],
): Promise<void> {
  if (valuations.length === 0) return
  // This and the recording of a month (takeSnapshot) exclude each other: either the month includes these amounts, or
  // the statement below, which runs after the wait, finds the month recorded.
  await tx.query('select pg_advisory_xact_lock_shared(hashtextextended($1, 0))', [
    `${snapshotLock}/${companyCode}`,
  ])
  const written = await tx.query<{ moveId: string }>(
    `insert into stock_move_valuation (company_code, move_id, amount, currency, valued_at, source, posting_sequence)
     select $1, m.id, round(x.amount * m.quantity / coalesce(x.quantity, m.quantity), 2), x.currency, now(), x.source, x.sequence
     from ${valuedRows}
     join stock_move m on m.company_code = $1 and m.id = x.move_id
     ${replaceEarlier} returning move_id`,
    [companyCode, ...columnsOf(valuations)],
  )
  if (written.length === 0) return
  const ids = new Set(written.map(({ moveId }) => moveId))
  const reversed = await tx.query<{ moveId: string }>(
    `insert into stock_move_valuation (company_code, move_id, amount, currency, valued_at, source, posting_sequence)
     select $1, r.id, ${takenBackSql('r.upto')} - ${takenBackSql('r.upto - r.quantity')}, g.currency, now(), g.source, g.sequence
     from (select m.id, x.amount as posted, coalesce(x.quantity, m.quantity) as quantity, m.quantity as whole,
         round(x.amount * m.quantity / coalesce(x.quantity, m.quantity), 2) as amount, x.currency, x.source, x.sequence
       from ${valuedRows}
       join stock_move m on m.company_code = $1 and m.id = x.move_id) g
     join (select id, reverses, quantity, sum(quantity) over (partition by reverses order by id) as upto from stock_move
       where company_code = $1 and reverses = any($2::uuid[])) r on r.reverses = g.id
     ${replaceEarlier} returning move_id`,
    [companyCode, ...columnsOf(valuations.filter(({ moveId }) => ids.has(moveId)))],
  )
  await tx.query(
    `insert into stock_late_valuation (company_code, move_id)
     select $1, m.id from stock_move m
     where m.company_code = $1 and m.id = any($2::uuid[])
       and m.moved_at < (select max(ends_at) from stock_snapshot_month where company_code = $1)
     on conflict do nothing`,
    [companyCode, [...ids, ...reversed.map(({ moveId }) => moveId)]],
  )
}

const columnsOf = (valuations: readonly MoveValuation[]) => [
  valuations.map(({ moveId }) => moveId),
  valuations.map(({ amount }) => amount),
  valuations.map(({ currency }) => currency),
  valuations.map(({ source }) => source),
  valuations.map(({ quantity }) => quantity ?? null),
  valuations.map(({ postingSequence }) => postingSequence),
]

/** As SQL: the valuations as rows `x`; its parameters are `columnsOf`, after the company. */
const valuedRows = `unnest($2::uuid[], $3::numeric[], $4::text[], $5::text[], $6::numeric[], $7::bigint[])
  as x (move_id, amount, currency, source, quantity, sequence)`

const replaceEarlier = `on conflict (company_code, move_id) do update
  set amount = excluded.amount, currency = excluded.currency, valued_at = excluded.valued_at, source = excluded.source,
    posting_sequence = excluded.posting_sequence
  where stock_move_valuation.posting_sequence < excluded.posting_sequence`

/**
 * As SQL: what reversals of a quantity take back of a valued move `g`, to the cent: first what was reversed before the
 * posting, which is the difference between the whole move and what was posted, then shares of what was posted.
 */
function takenBackSql(quantity: string): string {
  const before = '(g.whole - g.quantity)'
  return `case when ${quantity} <= 0 then 0
    when ${quantity} <= ${before} then round((g.amount - g.posted) * (${quantity}) / ${before}, 2)
    else g.amount - g.posted + round(g.posted * (${quantity} - ${before}) / g.quantity, 2) end`
}

/** A move that reverses a quantity of another one. */
export interface ReversingMove {
  id: string
  reverses: string
  quantity: string
}

/** Values moves that reverse valued ones, by what is left of those, so that the last of several leaves nothing. */
export function valueReversals(
  tx: Transaction,
  companyCode: string,
  moves: readonly ReversingMove[],
): void {
  if (moves.length === 0) return
  tx.write(
    `insert into stock_move_valuation (company_code, move_id, amount, currency, valued_at, source, posting_sequence)
     select $1, r.id, round(rest.amount * r.upto / rest.quantity, 2) - round(rest.amount * (r.upto - r.quantity) / rest.quantity, 2),
       v.currency, now(), v.source, v.posting_sequence
     from (select id, reverses, quantity, sum(quantity) over (partition by reverses order by id) as upto
       from unnest($2::uuid[], $3::uuid[], $4::numeric[]) as x (id, reverses, quantity)) r
     join stock_move m on m.company_code = $1 and m.id = r.reverses
     join stock_move_valuation v on v.company_code = $1 and v.move_id = m.id
     cross join lateral (
       select m.quantity - coalesce(sum(e.quantity), 0) as quantity, v.amount - coalesce(sum(ev.amount), 0) as amount
       from stock_move e left join stock_move_valuation ev on ev.company_code = $1 and ev.move_id = e.id
       where e.company_code = $1 and e.reverses = m.id and e.id <> all ($2::uuid[])) rest
     where rest.quantity > 0`,
    [
      companyCode,
      moves.map(({ id }) => id),
      moves.map(({ reverses }) => reverses),
      moves.map(({ quantity }) => quantity),
    ],
  )
}

/**
 * Runs nightly: queues valuations of the last days that a server of an earlier version wrote without regard to recorded
 * months. Valuations already included are added again, with the same result.
 */
export async function queueMissedValuations(tx: Transaction, companyCode: string): Promise<void> {
  await tx.query(
    `insert into stock_late_valuation (company_code, move_id)
    select v.company_code, v.move_id from stock_move_valuation v
    join stock_move m on m.company_code = v.company_code and m.id = v.move_id
    where v.company_code = $1 and v.valued_at > now() - interval '2 days' and exists (
      select from stock_snapshot_month s
      where s.company_code = v.company_code and m.moved_at < s.ends_at and v.valued_at > s.taken_at - interval '1 hour')
    on conflict do nothing`,
    [companyCode],
  )
}

/** Exclusive while recording a month, shared while writing ERP valuations. */
export const snapshotLock = 'stock_snapshot'
