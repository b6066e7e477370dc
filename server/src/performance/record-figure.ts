import { companyTimeZone } from '@kufang/kernel/company-day.ts'
import { firstOf } from '@kufang/kernel/present.ts'
import type { Bind } from '../document/list/bind-query.ts'
import type { Queryable, Transaction } from '../platform/database/database.ts'

// Lines of the figures (六率) of closed months (spec domain.md 1.5: "freeze the month at close; late data goes to an
// adjustment row"). A line has one row or several in `figure_line`, whose sum is what is true of it.

/** Days of the beginnings of lines, both included, as 'yyyy-MM-dd'. */
export interface FigureSpan {
  companyCode: string
  firstDay: string
  lastDay: string
}

/** A figure whose lines of closed months are recorded. */
export interface RecordedFigure {
  /** The name of its query. */
  name: string
  /** When its first line of a company began; null if there is none. */
  readBeginning(queryable: Queryable, companyCode: string): Promise<string | null>
  /** How many days after its beginning a line is due at most. */
  readReach(queryable: Queryable): Promise<number>
  /**
   * The lines that began in a span, as they are now: a query in parentheses with `company_code`, `document_id`, `line_no`,
   * `document_no`, `plant`, `storage_location`, `material_group`, `supplier_no`, `material_no`, `description`,
   * `quantity`, `unit`, `started_at`, `due_on`, `done_at`, `counts` (whether the line has to be done at all) and `meets`
   * (whether it was done in time). A line that was among them once stays among them.
   */
  readLines(queryable: Queryable, span: FigureSpan, bind: Bind): Promise<string>
}

/** Recorded lines are compared with what is true now for so many months before the month that is open. */
const comparedMonths = 12
/** After this time no transaction that began before the end of the month is still running. */
const settleMinutes = 5

/**
 * The months ('yyyyMM', in order) that ended since the last recorded one. If none is recorded: from the first line on, and
 * at least the previous month.
 */
export async function figureMonthsToRecord(
  queryable: Queryable,
  figure: RecordedFigure,
  companyCode: string,
): Promise<string[]> {
  const last = await lastRecordedMonth(queryable, figure, companyCode)
  const beginning = last === null ? await figure.readBeginning(queryable, companyCode) : null
  const rows = await queryable.query<{ month: string }>(
    `with ended as (
      select date_trunc('month', now() at time zone $3 - make_interval(mins => $4)) - interval '1 month' as month
    )
    select to_char(m.month, 'YYYYMM') as month from generate_series(
      coalesce(to_date($1::text || '01', 'YYYYMMDD') + interval '1 month',
        least(date_trunc('month', $2::timestamptz at time zone $3), (select month from ended))),
      (select month from ended), interval '1 month') as m (month)
    order by 1`,
    [last, beginning, companyTimeZone, settleMinutes],
  )
  return rows.map(({ month }) => month)
}

async function lastRecordedMonth(
  queryable: Queryable,
  { name }: RecordedFigure,
  companyCode: string,
): Promise<string | null> {
  const row = firstOf(
    await queryable.query<{ month: string | null }>(
      'select max(month) as month from figure_month where company_code = $1 and figure = $2',
      [companyCode, name],
    ),
  )
  return row.month
}

/**
 * Records a month ('yyyyMM') of a figure: the lines due in it, and as adjustments what is different now of lines of
 * earlier months. A recorded month stays unchanged.
 * @param isFirst also compares the recorded lines of the last months, which the first month of a run does
 * @returns the number of rows written; null if the month was recorded before
 * @throws Error if the month has not ended, or is not the one after the last recorded
 */
export async function recordFigureMonth(
  tx: Transaction,
  figure: RecordedFigure,
  { companyCode, month, isFirst }: { companyCode: string; month: string; isFirst: boolean },
): Promise<number | null> {
  await lockFigure(tx, figure, companyCode)
  const last = await lastRecordedMonth(tx, figure, companyCode)
  if (last !== null && last >= month) return null
  const days = await daysOfMonth(tx, month)
  if (!days.hasEnded) throw new Error(`month ${month} has not ended: it is recorded after that`)
  if (last !== null && last !== days.monthBefore)
    throw new Error(`month ${last} is the last recorded one: ${month} comes too early`)
  const firstDue = last !== null && isFirst ? days.comparedFrom : days.begins
  const count = await writeDifferences(tx, figure, {
    companyCode,
    month,
    firstDue,
    dueBefore: days.ends,
  })
  await tx.query('insert into figure_month (company_code, figure, month) values ($1, $2, $3)', [
    companyCode,
    figure.name,
    month,
  ])
  return count
}

/**
 * Writes what is different now of lines of recorded months, as adjustments in the month that is open; nothing if no month
 * is recorded or nothing differs.
 * @returns the number of rows written
 */
export async function adjustFigure(
  tx: Transaction,
  figure: RecordedFigure,
  companyCode: string,
): Promise<number> {
  await lockFigure(tx, figure, companyCode)
  const last = await lastRecordedMonth(tx, figure, companyCode)
  if (last === null) return 0
  const { monthAfter } = await daysOfMonth(tx, last)
  const days = await daysOfMonth(tx, monthAfter)
  return writeDifferences(tx, figure, {
    companyCode,
    month: monthAfter,
    firstDue: days.comparedFrom,
    dueBefore: days.begins,
  })
}

/** One process at a time records a figure of a company. */
async function lockFigure(
  tx: Transaction,
  { name }: RecordedFigure,
  companyCode: string,
): Promise<void> {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `figure_month/${companyCode}/${name}`,
  ])
}

interface MonthDays {
  /** Its first day, and that of the month after it. */
  begins: string
  ends: string
  comparedFrom: string
  monthBefore: string
  monthAfter: string
  hasEnded: boolean
}

async function daysOfMonth(queryable: Queryable, month: string): Promise<MonthDays> {
  const row = firstOf(
    await queryable.query<MonthDays>(
      `select begins::text, (begins + interval '1 month')::date::text as ends,
       (begins - make_interval(months => $2))::date::text as compared_from,
       to_char(begins - interval '1 month', 'YYYYMM') as month_before,
       to_char(begins + interval '1 month', 'YYYYMM') as month_after,
       begins + interval '1 month' <= now() at time zone $3 - make_interval(mins => $4) as has_ended
     from to_date($1 || '01', 'YYYYMMDD') as begins`,
      [month, comparedMonths, companyTimeZone, settleMinutes],
    ),
  )
  return row
}

/**
 * Writes one row for each line whose rows do not add up to what is true now, with the difference.
 * @returns their number
 */
async function writeDifferences(
  tx: Transaction,
  figure: RecordedFigure,
  wanted: {
    companyCode: string
    /** The month in which the rows count. */
    month: string
    /** Lines due from this day on are looked at. */
    firstDue: string
    /** Lines due from this day on do not count yet. */
    dueBefore: string
  },
): Promise<number> {
  const { companyCode, month, firstDue, dueBefore } = wanted
  const reachDays = await figure.readReach(tx)
  const span = firstOf(
    await tx.query<{ firstDay: string; lastDay: string; since: string }>(
      `select first_day::text, ($2::date - 1)::text as last_day, first_day::timestamp at time zone $4 as since
     from (select $1::date - $3::integer as first_day) first`,
      [firstDue, dueBefore, reachDays, companyTimeZone],
    ),
  )
  const { firstDay, lastDay, since } = span
  const values: unknown[] = [companyCode, figure.name, month, dueBefore, since]
  const lines = await figure.readLines(
    tx,
    { companyCode, firstDay, lastDay },
    (value) => `$${values.push(value)}`,
  )
  const rows = await tx.query<{ count: number }>(
    `with x as materialized (
      select line.*, (line.due_on < $4 and line.counts)::integer as denominator,
        (line.due_on < $4 and line.counts and line.meets)::integer as numerator
      from ${lines} line where line.company_code = $1
    ), written as (
      insert into figure_line (company_code, figure, month, document_id, line_no, change_no, state, document_no, plant,
        storage_location, material_group, supplier_no, material_no, description, quantity, unit, started_at, due_on,
        done_at, numerator, denominator)
      select x.company_code, $2, $3, x.document_id, x.line_no, coalesce(was.change_no, 0) + 1,
        case when x.due_on >= to_date($3 || '01', 'YYYYMMDD') and coalesce(was.denominator, 0) = 0
          then 'recorded' else 'adjustment' end,
        x.document_no, x.plant, x.storage_location, x.material_group, x.supplier_no, x.material_no, x.description,
        x.quantity, x.unit, x.started_at, x.due_on, x.done_at, x.numerator - coalesce(was.numerator, 0),
        x.denominator - coalesce(was.denominator, 0)
      from x
      left join (
        select document_id, line_no, max(change_no) as change_no, sum(numerator) as numerator,
          sum(denominator) as denominator
        from figure_line where company_code = $1 and figure = $2 and started_at >= $5::timestamptz
        group by document_id, line_no
      ) was on was.document_id = x.document_id and was.line_no = x.line_no
      where x.numerator <> coalesce(was.numerator, 0) or x.denominator <> coalesce(was.denominator, 0)
      returning 1
    )
    select count(*)::integer as count from written`,
    values,
  )
  return firstOf(rows).count
}
