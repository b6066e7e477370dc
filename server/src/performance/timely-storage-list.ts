import { businessParameters } from '@kufang/contract/system/business-parameters.ts'
import { timelyStorageQuery } from '@kufang/contract/performance/timely-storage-query.ts'
import { arrival } from '@kufang/contract/receiving/arrival.ts'
import type { Filter } from '@kufang/contract/document/api.ts'
import { companyTimeZone } from '@kufang/kernel/company-day.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { bindQuery, filled } from '../document/list/bind-query.ts'
import { linesWithWord } from '../document/public.ts'

const today = `(now() at time zone '${companyTimeZone}')::date`
const inTime = `coalesce((x.reviewed_at at time zone '${companyTimeZone}')::date <= x.due_on, false)`
const { default: daysDefault } = businessParameters['performance.storageDays']

/**
 * The days that companies set, '' for all others. Joined, not called per row: the settings are on the coordinator, which
 * Citus reads once and sends to the machines of the arrivals.
 */
const daysSet = `(
    select distinct on (company_code) company_code, (value #>> '{}')::integer as days from business_parameter
    where name = 'performance.storageDays' and plant = '' and value is not null and valid_from <= ${today}
    order by company_code, valid_from desc, changed_at desc, id desc
  )`

/**
 * Lines of confirmed arrivals that had to be reviewed by today, or were reviewed already. A line is reviewed once
 * receipts that a second person reviewed cover its whole quantity; the last of them counts.
 */
const lines = `(
  select h.company_code, h.id, h.doc_no, h.plant, h.storage_location, h.supplier_no, l.line_no, l.material_no,
    l.description, l.material_group, l.quantity, l.unit, h.confirmed_at, due.due_on,
    case when r.quantity >= l.quantity - l.closed_quantity then r.reviewed_at end as reviewed_at
  from (select a.*, act_at(a.acts, 'confirm') as confirmed_at from arrival a
    where a.state in ('arrived', 'partlyReceived', 'received')) h
  join arrival_line l on l.company_code = h.company_code and l.document_id = h.id
  left join ${daysSet} own on own.company_code = h.company_code
  left join ${daysSet} general on general.company_code = ''
  cross join lateral (select working_days_after((h.confirmed_at at time zone '${companyTimeZone}')::date,
    coalesce(own.days, general.days, ${daysDefault})) as due_on) due
  left join lateral (
    select sum(k.quantity) as quantity, max((g.acts -> 'review' ->> 'at')::timestamptz) as reviewed_at
    from document_link k join goods_receipt g on g.company_code = k.company_code and g.id = k.to_id
    where k.company_code = l.company_code and k.from_type = 'arrival' and k.from_id = l.document_id
      and k.from_line = l.line_no and k.to_type = 'goods-receipt' and k.is_live
      and g.acts ? 'review' and g.state not in ('rejected', 'reversed')
  ) r on true
) x`

/** The longest time to review of any company, in working days, as `working_days_after` counts them in days. */
const daysMax = `(select 7 + 2 * greatest(max((value #>> '{}')::integer), ${daysDefault}) from business_parameter
  where name = 'performance.storageDays')`

/** With a whole month these mean that month. */
const wholeTexts: ReadonlySet<Filter['operator']> = new Set(['eq', 'contains', 'startsWith'])

/** When the lines due in a month were confirmed, which the index of arrivals knows. */
function confirmedFor(filters: readonly Filter[]): string[] {
  return filters.flatMap(({ field, operator, value }) => {
    if (
      field !== 'period' ||
      !wholeTexts.has(operator) ||
      !/^\d{4}(0[1-9]|1[0-2])$/.test(textOf(value))
    )
      return []
    const begins = `date '${textOf(value).slice(0, 4)}-${textOf(value).slice(4)}-01'`
    return [
      `x.confirmed_at >= (${begins} - ${daysMax})::timestamp at time zone '${companyTimeZone}'`,
      `x.confirmed_at < (${begins} + interval '1 month') at time zone '${companyTimeZone}'`,
    ]
  })
}

/** 入库及时率一, line by line; the rate is the sums of a month. */
export const timelyStorageList = bindQuery(timelyStorageQuery, {
  from: lines,
  searchWord: ({ pattern, indexed }) =>
    indexed === null
      ? ['x.doc_no', 'x.material_no', 'x.description']
          .map((sql) => `${sql} ilike ${pattern}`)
          .join(' or ')
      : `(x.company_code, x.id, x.line_no) in (${linesWithWord(arrival, ['materialNo', 'description'], pattern, indexed)})`,
  // What was confirmed later is due later, or on the same day.
  order: (wanted) =>
    wanted.map(({ field, direction }) => ({
      field: field === 'dueOn' ? 'confirmedAt' : field,
      direction,
    })),
  where: (filters) =>
    [`(x.due_on < ${today} or x.reviewed_at is not null)`, ...confirmedFor(filters)].join(' and '),
  columns: {
    companyCode: filled('x.company_code'),
    id: filled('x.id'),
    materialGroup: 'x.material_group',
    period: filled(`to_char(x.due_on, 'YYYYMM')`),
    docNo: filled('x.doc_no'),
    lineNo: filled('x.line_no'),
    plant: 'x.plant',
    storageLocation: 'x.storage_location',
    supplierNo: 'x.supplier_no',
    materialNo: filled('x.material_no'),
    description: 'x.description',
    quantity: filled('x.quantity'),
    unit: filled('x.unit'),
    confirmedAt: 'x.confirmed_at',
    dueOn: filled('x.due_on'),
    reviewedAt: 'x.reviewed_at',
    isInTime: filled(inTime),
    dueLines: filled('1'),
    timelyLines: filled(`${inTime}::int`),
  },
  isReport: true,
})
