import { timelyStorageQuery } from '@kufang/contract/performance/timely-storage-query.ts'
import type { Filter } from '@kufang/contract/document/api.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { bindQuery, filled } from '../document/list/bind-query.ts'
import { hasWordSql, searchTextSql } from '../platform/list/search-text.ts'
import { confirmationDays, daysMax, today } from './due-days.ts'
import { dueLines, inTime, isDue, stands } from './due-lines.ts'
import { timelyStorage } from './timely-storage.ts'

/** So far back lines are computed for a company of which no month is recorded yet, until the job has run. */
const unrecordedYears = 10

/** The days whose arrivals may be due in a month that is not recorded. */
const openDays = confirmationDays(`(
      select c.company_code, o.opens_on, o.opens_on - ${daysMax} as first_day, ${today} as last_day
      from company c
      left join (
        select company_code, max(month) as month from figure_month where figure = '${timelyStorage.name}'
        group by company_code
      ) r on r.company_code = c.company_code
      cross join lateral (select coalesce((to_date(r.month || '01', 'YYYYMMDD') + interval '1 month')::date,
        ${today} - 366 * ${unrecordedYears}) as opens_on) o
    )`)

/**
 * Recorded rows as they are, in the order of their index, and the lines due in months not recorded yet. A month is one or
 * the other: its filter leaves no day of the other. In a month that is not recorded only adjustments are recorded.
 */
const rows = `(
    select f.company_code, f.figure, f.document_id as id, f.line_no, f.change_no, f.month, f.state,
      f.document_no as doc_no, f.plant, f.storage_location, f.material_group, f.supplier_no, f.material_no,
      f.description, f.quantity, f.unit, f.started_at, f.due_on, f.done_at, f.numerator, f.denominator
    from figure_line f
    union all
    select x.company_code, '${timelyStorage.name}', x.id, x.line_no, 0, x.month, 'running',
      x.doc_no, x.plant, x.storage_location, x.material_group, x.supplier_no, x.material_no,
      x.description, x.quantity, x.unit, x.confirmed_at, x.due_on, x.reviewed_at,
      ${inTime('x.reviewed_at', 'x.due_on')}::integer, 1
    from ${dueLines(openDays)} x
    where x.due_on >= x.opens_on and ${stands} and ${isDue}
  ) x`

/** With a whole month these mean that month. */
const wholeTexts: ReadonlySet<Filter['operator']> = new Set(['eq', 'contains', 'startsWith'])

/** The month as the index has it, where a filter means one month by parts of its text. */
function monthOf(filters: readonly Filter[]): string[] {
  return filters.flatMap(({ field, operator, value }) => {
    const month = textOf(value)
    return field === 'period' && wholeTexts.has(operator) && /^\d{4}(0[1-9]|1[0-2])$/.test(month)
      ? [`x.month = '${month}'`]
      : []
  })
}

/** In the order of the index of their joint text. */
const searched = ['x.description', 'x.doc_no', 'x.material_no']

/** 入库及时率一, line by line; the rate is the sums of a month. */
export const timelyStorageList = bindQuery(timelyStorageQuery, {
  from: rows,
  searchWord: ({ pattern, indexed }) => {
    const found = searched.map((sql) => `search_form(${sql}) like ${pattern}`).join(' or ')
    return indexed === null
      ? found
      : `${hasWordSql(searchTextSql(searched), indexed)} and (${found})`
  },
  // What was confirmed later is due later, or on the same day.
  order: (wanted) =>
    wanted.map(({ field, direction }) => ({
      field: field === 'dueOn' ? 'confirmedAt' : field,
      direction,
    })),
  where: (filters) => [`x.figure = '${timelyStorage.name}'`, ...monthOf(filters)].join(' and '),
  columns: {
    companyCode: filled('x.company_code'),
    id: filled('x.id'),
    changeNo: filled('x.change_no'),
    materialGroup: 'x.material_group',
    period: filled('x.month'),
    state: filled('x.state'),
    docNo: filled('x.doc_no'),
    lineNo: filled('x.line_no'),
    plant: 'x.plant',
    storageLocation: 'x.storage_location',
    supplierNo: 'x.supplier_no',
    materialNo: filled('x.material_no'),
    description: 'x.description',
    quantity: filled('x.quantity'),
    unit: filled('x.unit'),
    confirmedAt: filled('x.started_at'),
    dueOn: filled('x.due_on'),
    reviewedAt: 'x.done_at',
    isInTime: filled(inTime('x.done_at', 'x.due_on')),
    dueLines: filled('x.denominator'),
    timelyLines: filled('x.numerator'),
  },
  isReport: true,
})
