import { companyTimeZone } from '@kufang/kernel/company-day.ts'
import { booksInErp } from '@kufang/contract/document/stock-places.ts'
import { periodStockKey, periodStockQuery } from '@kufang/contract/reports/period-stock-query.ts'
import { bindQuery, filled } from '../document/list/bind-query.ts'
import { toSnake } from '../platform/database/case.ts'
import { materialsWithWord } from '../masters/public.ts'
import { rebuiltCutOffs, rebuiltPeriods, worthOfCutOffs } from '../ledger/public.ts'
import { stockScope } from '../stock/public.ts'

/** Columns of both branches, in the order of `stock_period`. */
const figures = ['quantity', 'value', 'second_quantity'].flatMap((what) =>
  ['opening', 'receipt', 'transfer_in', 'issue', 'transfer_out', 'adjustment', 'closing'].map(
    (part) => `p.${part}_${what}`,
  ),
)
const carried = periodStockKey.map((name) => `p.${toSnake(name)}`)
const columns = [...carried, ...figures, 'p.cut_off_quantity', 'p.cut_off_value'].join(', ')
/** The cut-off of a recorded month is looked up per row. */
const recordedColumns = [
  ...carried,
  ...figures,
  'null::numeric as cut_off_quantity',
  'null::numeric as cut_off_value',
].join(', ')

/** The report of running months with its cut-offs, also of stock about which it has nothing else. */
function withCutOffs(months: string, isDistributed: boolean): string {
  const sums = figures.map((figure) => {
    const name = figure.replace('p.', '')
    // Nothing is no unknown value.
    if (name.endsWith('_value'))
      return `case when bool_or(p.is_stated) then sum(${figure}) else 0 end as ${name}`
    return `${name.includes('second') ? `sum(${figure})` : `coalesce(sum(${figure}), 0)`} as ${name}`
  })
  return `(
      select p.company_code, p.month, ${carried.join(', ')}, ${sums.join(', ')}, sum(p.cut_off_quantity) as cut_off_quantity,
        case when count(*) = count(p.cut_off_value) then sum(p.cut_off_value) end as cut_off_value
      from (
        select p.company_code, p.month, ${carried.join(', ')}, ${figures.join(', ')}, true as is_stated,
          0::numeric as cut_off_quantity, 0::numeric as cut_off_value
        from ${rebuiltPeriods(months)} p
        union all
        select c.company_code, c.month, ${carried.map((column) => column.replace('p.', 'c.')).join(', ')},
          ${figures.map(() => 'null::numeric').join(', ')}, false, c.quantity, worth.value
        from ${rebuiltCutOffs(months, isDistributed)} c
        ${worthOfCutOffs(isDistributed)}
      ) p
      group by p.company_code, p.month, ${carried.join(', ')}
      having bool_or(p.is_stated) or sum(p.cut_off_quantity) <> 0
    )`
}

/**
 * Months not yet recorded: since the last recorded one, or since the first move; rebuilt from the ledger.
 * @param companies a table or query with `company_code`
 */
export const runningMonths = (companies: string) => `
  select c.company_code, to_char(o.month, 'YYYYMM') as month, o.month at time zone '${companyTimeZone}' as begins_at,
    (o.month + interval '1 month') at time zone '${companyTimeZone}' as ends_at
  from ${companies} c
  cross join lateral generate_series(
    coalesce(
      (select max(s.ends_at) at time zone '${companyTimeZone}' from stock_snapshot_month s
        where s.company_code = c.company_code),
      (select date_trunc('month', min(m.moved_at) at time zone '${companyTimeZone}') from stock_move m
        where m.company_code = c.company_code)),
    date_trunc('month', now() at time zone '${companyTimeZone}'), interval '1 month') as o (month)`

/** On Citus a subquery of a reference table cannot look into distributed tables, so the companies come from one of these. */
export const companiesWithStock = '(select company_code from stock_key group by company_code)'

/** Month by month, so that a list of a recorded month rebuilds none. */
const rebuilt = `select running.company_code, running.month, 'running', ${columns}
      from (${runningMonths('company')}) running cross join lateral ${withCutOffs(
        '(select running.company_code, running.month, running.begins_at, running.ends_at)',
        false,
      )} p`

/** All months at once: Citus sends no query per row to other machines. */
const rebuiltOnCitus = `select p.company_code, p.month, 'running', ${columns}
      from ${withCutOffs(`(${runningMonths(companiesWithStock)})`, true)} p`

/** The beginning of a row's month, or an interval later. */
const boundary = (later: string) =>
  `((to_date(p.month || '01', 'YYYYMMDD') + interval '${later}') at time zone '${companyTimeZone}')`

/** For a recorded month the current value if revalued, else the recorded one. */
const valued = (part: string) =>
  `case when v.month is null then p.${part}_value else v.${part}_value end`

const cutOffSums = `sum(c.quantity) as quantity, case when count(*) = count(worth.value) then sum(worth.value) end as value`
const ofMonth = ['p.company_code', 'p.month', ...carried]
const ofCutOff = ofMonth.map((column) => column.replace('p.', 'c.'))
const isSame = ofMonth.map((column, index) => `${ofCutOff[index]} = ${column}`).join(' and ')

/** As SQL: joins the cut-off `c` of a row `p` of a recorded month, looked up per row; nothing if there is none. */
const joinRecordedCutOff = `left join lateral (
      select ${cutOffSums} from stock_cut_off c ${worthOfCutOffs(false)}
      where ${isSame} and c.quantity <> 0
    ) c on true`

/** The same of all months at once: Citus sends no query per row to other machines. */
const joinRecordedCutOffOnCitus = `left join (
      select ${ofCutOff.join(', ')}, ${cutOffSums} from stock_cut_off c ${worthOfCutOffs(true)}
      where c.quantity <> 0 group by ${ofCutOff.join(', ')}
    ) c on ${isSame}`

/** What of a row differs from the ERP: the cut-off, or all of it where the book is not in the ERP. */
const cutOff = (what: 'quantity' | 'value') =>
  `case when p.state = 'running' then p.cut_off_${what} when c.quantity is null then 0 else c.${what} end`
const isOffBook = `p.book in (${Object.entries(booksInErp)
  .filter(([, isInErp]) => !isInErp)
  .map(([book]) => `'${book}'`)
  .join(', ')})`

/**
 * Recorded months are read as stored, in key order; running months are computed. A query for a given month reads only
 * one of the branches. The recorded branch is a plain table, so that it can be read in order; revaluations are looked
 * up per row.
 */
export const periodStockList = bindQuery(periodStockQuery, {
  from: (_parameters, _bind, isDistributed) => `(
      select p.company_code, p.month, 'recorded' as state, ${recordedColumns}
      from stock_period p
      union all
      ${isDistributed ? rebuiltOnCitus : rebuilt}
    ) p
    left join stock_period_revaluation v on v.company_code = p.company_code and v.month = p.month
      and ${carried.map((column) => `${column.replace('p.', 'v.')} = ${column}`).join(' and ')}
    ${isDistributed ? joinRecordedCutOffOnCitus : joinRecordedCutOff}
    left join material m on m.material_no = p.material_no
    left join stock_material g on g.company_code = p.company_code and g.material_no = p.material_no`,
  searchWord: ({ pattern, indexed }) =>
    indexed === null
      ? ['p.material_no', 'm.description', 'm.specification']
          .map((sql) => `search_form(${sql}) like ${pattern}`)
          .join(' or ')
      : `p.material_no in (${materialsWithWord(pattern, indexed)})`,
  columns: {
    companyCode: filled('p.company_code'),
    period: filled('p.month'),
    state: filled('p.state'),
    beginsAt: filled(boundary('0')),
    endsAt: filled(boundary('1 month')),
    materialNo: filled('p.material_no'),
    description: 'm.description',
    specification: 'm.specification',
    unit: 'm.unit',
    secondUnit: `nullif(m.second_unit, '')`,
    materialGroup: 'g.material_group',
    plant: filled('p.plant'),
    storageLocation: filled('p.storage_location'),
    stockCategory: filled('p.stock_category'),
    specialStock: filled('p.special_stock'),
    specialStockReference: filled('p.special_stock_reference'),
    book: filled('p.book'),
    isMoved: filled(
      `(${['receipt', 'transfer_in', 'issue', 'transfer_out', 'adjustment']
        .flatMap((part) => [
          `p.${part}_quantity <> 0`,
          `coalesce(p.${part}_second_quantity, 0) <> 0`,
        ])
        .join(' or ')})`,
    ),
    openingQuantity: filled('p.opening_quantity'),
    receiptQuantity: filled('p.receipt_quantity'),
    transferInQuantity: filled('p.transfer_in_quantity'),
    issueQuantity: filled('p.issue_quantity'),
    transferOutQuantity: filled('p.transfer_out_quantity'),
    adjustmentQuantity: filled('p.adjustment_quantity'),
    closingQuantity: filled('p.closing_quantity'),
    erpClosingQuantity: filled(
      `(case when ${isOffBook} then 0 else p.closing_quantity - ${cutOff('quantity')} end)`,
    ),
    cutOffQuantity: filled(`(${cutOff('quantity')})`),
    offBookQuantity: filled(`(case when ${isOffBook} then p.closing_quantity else 0 end)`),
    openingSecondQuantity: 'p.opening_second_quantity',
    receiptSecondQuantity: 'p.receipt_second_quantity',
    transferInSecondQuantity: 'p.transfer_in_second_quantity',
    issueSecondQuantity: 'p.issue_second_quantity',
    transferOutSecondQuantity: 'p.transfer_out_second_quantity',
    adjustmentSecondQuantity: 'p.adjustment_second_quantity',
    closingSecondQuantity: 'p.closing_second_quantity',
    openingValue: valued('opening'),
    receiptValue: valued('receipt'),
    transferInValue: valued('transfer_in'),
    issueValue: valued('issue'),
    transferOutValue: valued('transfer_out'),
    adjustmentValue: valued('adjustment'),
    closingValue: valued('closing'),
    cutOffValue: `(${cutOff('value')})`,
    recordedClosingValue: 'p.closing_value',
  },
  scope: ({ scope }) => stockScope(scope, 'p', 'g'),
  isReport: true,
})
