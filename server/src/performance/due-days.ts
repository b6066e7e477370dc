import { businessParameters } from '@kufang/contract/system/business-parameters.ts'
import { companyTimeZone } from '@kufang/kernel/company-day.ts'

// The day by which the receipt of an arrival has to be reviewed depends only on the company and the day of its
// confirmation, so it is computed per day. All tables here are on the coordinator of Citus, which reads them once and sends
// the days to the machines of the arrivals.

const parameter = 'performance.storageDays'
const { default: daysDefault } = businessParameters[parameter]

/** Today as SQL. */
export const today = `(now() at time zone '${companyTimeZone}')::date`

/** The working days that a company allows for arrivals of a day; null if it has none of its own. */
const daysOf = (company: string, day: string) => `(select (p.value #>> '{}')::integer from (
        select value from business_parameter where name = '${parameter}' and plant = '' and company_code = ${company}
          and valid_from <= ${day}
        order by valid_from desc, changed_at desc, id desc limit 1) p)`

/** How many days after its confirmation an arrival is due at most, as `working_days_after` counts. */
export const daysMax = `(select 7 + 2 * greatest(max((value #>> '{}')::integer), ${daysDefault}) from business_parameter
      where name = '${parameter}')`

/**
 * A query in parentheses: per company and day of confirmation the moments between which it lies (`begins_at`, `ends_at`),
 * the last day for the review (`due_on`) with its month ('yyyyMM'), and whether that day has passed (`is_past`). The working
 * days are those that the company allowed on the day of the confirmation, so that a later change of the parameter leaves
 * earlier arrivals as they were.
 * @param spans a query in parentheses with `company_code`, `first_day`, `last_day` and `opens_on`, which is passed on
 */
export const confirmationDays = (spans: string) => `(
    select due.*, to_char(due.due_on, 'YYYYMM') as month, due.due_on < ${today} as is_past
    from (
      select span.company_code, span.opens_on, day.on_day::timestamp at time zone '${companyTimeZone}' as begins_at,
        (day.on_day + 1)::timestamp at time zone '${companyTimeZone}' as ends_at,
        working_days_after(day.on_day, coalesce(${daysOf('span.company_code', 'day.on_day')},
          ${daysOf(`''`, 'day.on_day')}, ${daysDefault})) as due_on
      from ${spans} span
      -- An array, of which few elements are expected: the arrivals of a day are then found by their index.
      cross join lateral unnest(array(select generate_series(span.first_day, span.last_day, interval '1 day')::date))
        as day (on_day)
      -- Computed per day, not wherever it is used.
      offset 0
    ) due
    offset 0
  )`
