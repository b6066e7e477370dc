// The receipts and issues of months as SQL text. A function of the database cannot do it where the tables are distributed:
// Citus refuses SQL functions over them, and a function per month cannot be sent to the machines of the rows.

import { areaOf, isConsigned, isOneArea, shareOfArea, valueRecorded } from './area-value.ts'

/** Stock of a month is told apart by these columns. */
export const periodKey = [
  'material_no',
  'plant',
  'storage_location',
  'stock_category',
  'special_stock',
  'special_stock_reference',
  'book',
]

/** The parts of a month with the sign of their sums; the closing stock is the sum of all. */
const parts = [
  ['opening', ''],
  ['receipt', ''],
  ['transfer-in', ''],
  ['issue', '-'],
  ['transfer-out', '-'],
  ['adjustment', ''],
] as const

const columnOf = (part: string, what: string) => `${part.replace('-', '_')}_${what}`

const quantities = [
  ...parts.map(
    ([part, sign]) =>
      `${sign}coalesce(sum(quantity) filter (where part = '${part}'), 0) as ${columnOf(part, 'quantity')}`,
  ),
  'sum(quantity) as closing_quantity',
]

// An unknown value makes the part unknown, and the closing value.
const values = [
  ...parts.map(
    ([part, sign]) =>
      `case when count(*) filter (where part = '${part}' and value is null) = 0
      then ${sign}coalesce(sum(value) filter (where part = '${part}'), 0) end as ${columnOf(part, 'value')}`,
  ),
  'case when count(*) filter (where value is null) = 0 then sum(value) end as closing_value',
]

// Null: the material has no second unit.
const secondQuantities = [
  ...parts.map(
    ([part, sign]) =>
      `case when count(second_quantity) > 0
      then ${sign}coalesce(sum(second_quantity) filter (where part = '${part}'), 0) end as ${columnOf(part, 'second_quantity')}`,
  ),
  'sum(second_quantity) as closing_second_quantity',
]

const allParts = [...parts.map(([part]) => part), 'closing']
const columnsOf = (what: string) => allParts.map((part) => columnOf(part, what)).join(', ')

/** The opening or closing value of a row as its share of that of its valuation area. */
const shared = (part: 'opening' | 'closing') =>
  `${shareOfArea({
    value: `own.${part}_value`,
    quantity: `own.${part}_quantity`,
    alias: 'own',
    within: 'own.company_code, own.month',
    order: periodKey.map((column) => `own.${column}`).join(', '),
  })} as ${part}_share`

/**
 * The price of the area in the month: of its closing stock, else of its opening stock, else of its receipts; unknown if the
 * value is.
 */
const price = (() => {
  const total = (column: string) =>
    `sum(own.${column}) over (${areaOf('own', 'own.company_code, own.month')})`
  const known = (column: string) =>
    `bool_and(own.${column} is not null) over (${areaOf('own', 'own.company_code, own.month')})`
  const by = (part: string) =>
    `when ${total(`${part}_quantity`)} > 0
      then case when ${known(`${part}_value`)} then ${total(`${part}_value`)} / ${total(`${part}_quantity`)} end`
  return `case ${by('closing')} ${by('opening')} ${by('receipt')} else 0 end as price`
})()

/** The value of what was transferred inside the area, at its price. */
const inner = (way: 'in' | 'out') =>
  `case when inner_${way}_quantity = 0 then 0 else round(inner_${way}_quantity * price, 2) end`
/** Transfers have the price of the area; what a row gained or lost by a new price of it is an adjustment. */
const balanced = `opening_share as opening_value, receipt_value, transfer_in_value + ${inner('in')} as transfer_in_value,
    issue_value, transfer_out_value + ${inner('out')} as transfer_out_value,
    closing_share - opening_share - receipt_value - transfer_in_value - ${inner('in')} + issue_value + transfer_out_value
      + ${inner('out')} as adjustment_value, closing_share as closing_value`

/** The columns of a key of the stock that tell periods apart, but for the material. */
export const ofKey = (key: string): string =>
  `${key}.plant, ${key}.storage_location, ${key}.stock_category, ${key}.special_stock, ${key}.special_stock_reference, ${key}.book`

/**
 * As SQL: months with the last recorded one before each, from whose end on they are computed.
 * @param months a query in parentheses with `company_code`, `month`, `begins_at` and `ends_at`, each month once
 */
export const spanOf = (months: string): string => `(
      select r.company_code, r.month, r.begins_at, r.ends_at, max(b.month) as base_month,
        coalesce(max(b.ends_at), '-infinity') as since
      from ${months} r
      left join stock_snapshot_month b on b.company_code = r.company_code and b.ends_at <= r.begins_at
      group by r.company_code, r.month, r.begins_at, r.ends_at
    ) span`

/**
 * A query in parentheses: the report of months, rebuilt from the last snapshot before each and the moves since. Its
 * columns are those of `stock_period`. Restrict it by `company_code` (as a value, so that the rows of others are not
 * read) and by `month`.
 * @param months a query in parentheses with `company_code`, `month`, `begins_at` and `ends_at`, each month once
 */
export function rebuiltPeriods(months: string): string {
  const span = spanOf(months)
  return `(
  select company_code, month, ${periodKey.join(', ')}, ${columnsOf('quantity')}, ${balanced}, ${columnsOf('second_quantity')}
  from (
  select own.*, ${shared('opening')}, ${shared('closing')}, ${price}
  from (
  select company_code, month, ${periodKey.join(', ')},
    ${[...quantities, ...values, ...secondQuantities].join(',\n    ')},
    coalesce(sum(quantity) filter (where part = 'transfer-in' and is_inner), 0) as inner_in_quantity,
    -coalesce(sum(quantity) filter (where part = 'transfer-out' and is_inner), 0) as inner_out_quantity,
    count(*) filter (where part is distinct from 'opening' and part is distinct from 'within') > 0 as has_moves
  from (
    select span.company_code, span.month, k.material_no, ${ofKey('k')}, 'opening' as part, s.quantity, s.second_quantity,
      ${valueRecorded('case when r.key_id is null then s.value else r.value end')} as value, false as is_inner
    from ${span}
    join stock_snapshot s on s.company_code = span.company_code and s.month = span.base_month
    left join stock_snapshot_revaluation r on r.company_code = s.company_code and r.month = s.month
      and r.key_id = s.key_id
    join stock_key k on k.company_code = s.company_code and k.id = s.key_id
    union all
    select moved.company_code, moved.month, moved.material_no, ${ofKey('k')},
      case
        when moved.is_before then 'opening'
        when op.keeps_balance and (${ofKey('k')}) = (${ofKey('o')}) then 'within'
        when op.period_column = 'transfer' then
          case when side.is_inward = moved.is_reversal then 'transfer-out' else 'transfer-in' end
        else op.period_column
      end,
      side.sign * moved.quantity, side.sign * moved.second_quantity,
      case when ${isOneArea('k', 'o')} or ${isConsigned('k')} then 0 when moved.unvalued = 0 then side.sign * moved.value end,
      ${isOneArea('k', 'o')}
    from (
      select span.company_code, span.month, m.material_no, m.from_key, m.to_key, m.reverses is not null as is_reversal,
        m.moved_at < span.begins_at as is_before, sum(m.quantity) as quantity, sum(m.second_quantity) as second_quantity,
        sum(coalesce(v.amount, m.amount)) as value, count(*) - count(coalesce(v.amount, m.amount)) as unvalued
      from ${span}
      join stock_move m on m.company_code = span.company_code and m.moved_at >= span.since and m.moved_at < span.ends_at
      left join stock_move_valuation v on v.company_code = m.company_code and v.move_id = m.id
      group by 1, 2, 3, 4, 5, 6, 7
    ) moved
    cross join lateral (values (moved.to_key, moved.from_key, true, 1), (moved.from_key, moved.to_key, false, -1))
      as side (key_id, other_id, is_inward, sign)
    join stock_key k on k.company_code = moved.company_code and k.id = side.key_id
    join stock_place kp on kp.place = k.place and kp.keeps_balance
    join stock_key o on o.company_code = moved.company_code and o.id = side.other_id
    join stock_place op on op.place = o.place
  ) flow
  group by company_code, month, ${periodKey.join(', ')}
  ) own
  ) shared
  where has_moves or closing_quantity <> 0
)`
}
