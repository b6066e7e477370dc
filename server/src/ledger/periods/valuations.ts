import type { Transaction } from '../../platform/database/database.ts'

/** The ERP's own amount of a move. */
export interface MoveValuation {
  moveId: string
  /** An exact decimal with two places, in `currency`. */
  amount: string
  currency: string
  /** Where it was read: 'accounting-document', 'goods-movement-view' or 'valuation-price'. */
  source: string
}

/**
 * Stores the ERP's own amounts; amount queries use them instead of the estimates, which are kept (spec domain.md 2.5).
 * The first amount of a move is final. Amounts of recorded months are queued for revaluation (`revaluePeriods`).
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
  await tx.query(
    `with written as (
      insert into stock_move_valuation (company_code, move_id, amount, currency, valued_at, source)
      select $1, x.move_id, x.amount, x.currency, now(), x.source
      from unnest($2::uuid[], $3::numeric[], $4::text[], $5::text[]) as x (move_id, amount, currency, source)
      on conflict do nothing returning move_id
    )
    insert into stock_late_valuation (company_code, move_id)
    select $1, written.move_id from written
    join stock_move m on m.company_code = $1 and m.id = written.move_id
    where m.moved_at < (select max(ends_at) from stock_snapshot_month where company_code = $1)
    on conflict do nothing`,
    [
      companyCode,
      valuations.map(({ moveId }) => moveId),
      valuations.map(({ amount }) => amount),
      valuations.map(({ currency }) => currency),
      valuations.map(({ source }) => source),
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
