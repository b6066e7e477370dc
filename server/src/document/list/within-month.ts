import { companyTimeZone } from '@kufang/kernel/company-day.ts'
import { firstOf, lastOf } from '@kufang/kernel/present.ts'
import type { Filter } from '@kufang/contract/document/api.ts'

/** The month (`yyyyMM`) of an instant in the time of the company, as SQL. */
export const monthOf = (instant: string): string =>
  `to_char(${instant} at time zone '${companyTimeZone}', 'YYYYMM')`

/**
 * What follows from the filters of a column that is the month (`monthOf`) of an instant for the instant itself, which
 * indexes know: a condition in SQL, `true` if the filters name no months.
 * @param field the column of the month
 * @param instant the instant in SQL
 */
export function withinMonth(field: string, instant: string, filters: readonly Filter[]): string {
  const bounds = filters
    .filter((filter) => filter.field === field)
    .flatMap(({ operator, value }) => {
      const months = operator === 'in' && Array.isArray(value) ? value : [value]
      const known = months.filter((one): one is string =>
        /^\d{4}(0[1-9]|1[0-2])$/.test(String(one)),
      )
      if (!['eq', 'in', 'contains'].includes(operator) || known.length !== months.length) return []
      const sorted = known.toSorted()
      return [
        `${instant} >= ${startOf(firstOf(sorted))}`,
        `${instant} < ${startOf(lastOf(sorted))} + interval '1 month'`,
      ]
    })
  return ['true', ...bounds].join(' and ')
}

/** The first moment of a month (`yyyyMM`) of the company. */
const startOf = (period: string): string =>
  `(timestamp '${period.slice(0, 4)}-${period.slice(4)}-01' at time zone '${companyTimeZone}')`
