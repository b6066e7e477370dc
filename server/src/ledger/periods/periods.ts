import { companyToday } from '@kufang/kernel/company-day.ts'
import { addMonths, periodOf } from '@kufang/kernel/local-date.ts'
import type { LocalDate } from '@kufang/kernel/local-date.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import type { Queryable, Transaction } from '../../platform/database/database.ts'

interface PeriodRow {
  period: string
  state: 'open' | 'closed'
}

/** The current month unless closed, and the previous month if opened; never any other. */
function openOf(rows: readonly PeriodRow[], today: LocalDate): string[] {
  const states = new Map(rows.map((row) => [row.period, row.state]))
  const current = periodOf(today)
  const previous = periodOf(addMonths(today, -1))
  return [
    ...(states.get(previous) === 'open' ? [previous] : []),
    ...(states.get(current) === 'closed' ? [] : [current]),
  ]
}

/** The periods ('yyyyMM', ascending) in which a document of the company may be posted today. */
export async function openPeriods(
  queryable: Queryable,
  companyCode: string,
  today: LocalDate = companyToday(),
): Promise<string[]> {
  const rows = await queryable.query<PeriodRow>(
    'select period, state from accounting_period where company_code = $1',
    [companyCode],
  )
  return openOf(rows, today)
}

/** The periods of a company as a posting needs them. */
export interface PostingPeriods {
  isOpen: (postingDate: LocalDate) => boolean
  /**
   * @throws Refusal 'period-closed' {period, company, open} on the field postingDate; `open` is the list of open periods,
   * '' if there is none
   */
  assertOpen: (postingDate: LocalDate) => void
}

/**
 * Reads the open periods; they stay open until the transaction ends. Physical moves do not depend on periods: they
 * always happen now.
 */
export async function readPostingPeriods(
  tx: Transaction,
  companyCode: string,
  today: LocalDate = companyToday(),
): Promise<PostingPeriods> {
  const rows = await tx.queryTogether<PeriodRow & { companyCode: string }>(
    `select p.company_code, p.period, p.state
     from unnest($1::text[]) as asked (company_code) cross join lateral accounting_period_states(asked.company_code) p`,
    [],
    companyCode,
    (row) => row.companyCode,
  )
  const open = openOf(rows, today)
  return {
    isOpen: (postingDate) => open.includes(periodOf(postingDate)),
    assertOpen: (postingDate) => {
      const period = periodOf(postingDate)
      if (!open.includes(period))
        throw refuse(
          'period-closed',
          { period, company: companyCode, open: open.join(', ') },
          { field: 'postingDate' },
        )
    },
  }
}

/**
 * Closes a period: nothing can be posted in it afterwards. Waits for transactions that are posting.
 * @throws Refusal 'period-not-changeable' {period} for a month that has not begun
 */
export async function closePeriod(
  tx: Transaction,
  companyCode: string,
  period: string,
  userId: string,
  today: LocalDate = companyToday(),
): Promise<void> {
  if (period > periodOf(today)) throw refuse('period-not-changeable', { period })
  await setState(tx, companyCode, period, 'closed', userId)
}

/**
 * Opens a period: the current month or the previous one.
 * @throws Refusal 'period-not-changeable' {period} for any other month, because the ERP keeps only these two
 */
export async function openPeriod(
  tx: Transaction,
  companyCode: string,
  period: string,
  userId: string,
  today: LocalDate = companyToday(),
): Promise<void> {
  if (period !== periodOf(today) && period !== periodOf(addMonths(today, -1)))
    throw refuse('period-not-changeable', { period })
  await setState(tx, companyCode, period, 'open', userId)
}

async function setState(
  tx: Transaction,
  companyCode: string,
  period: string,
  state: 'open' | 'closed',
  userId: string,
): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('accounting_period/' || $1, 0))`, [
    companyCode,
  ])
  await tx.query(
    `insert into accounting_period (company_code, period, state, changed_by, changed_at)
    values ($1, $2, $3, $4, clock_timestamp())
    on conflict (company_code, period) do update set state = excluded.state,
      changed_by = excluded.changed_by, changed_at = excluded.changed_at`,
    [companyCode, period, state, userId],
  )
}
