// Value of stock by storage location. The ERP values a material per plant (valuation area), special stock by itself, and
// moves no value inside one; so the value of an area is the sum of what came in and went out of it, and a part of the
// stock is worth its share by quantity: quantity times the price of the area (spec domain.md 1.7, "amounts"). Summed by
// location from the moves, a location that was supplied by a transfer would be worth less than nothing after its issues.

/** The columns that tell areas apart; receipt blocked stock is not valued with the rest. */
const areaColumns = (alias: string): string =>
  ['material_no', 'plant', 'special_stock', 'special_stock_reference', 'book']
    .map((column) => `${alias}.${column}`)
    .concat(`${alias}.stock_category = 'GRB'`)
    .join(', ')

/** As SQL: whether the stock of a key is the supplier's (K): it has no value of ours, whatever a posting says it is worth. */
export const isConsigned = (key: string): string => `${key}.special_stock = 'K'`

/** As SQL: whether two keys of the stock (with their places `k`p) are in one area, so that a move between them has no value. */
export const isOneArea = (one: string, other: string): string =>
  `(${one}p.keeps_balance and ${other}p.keeps_balance and (${areaColumns(one)}) = (${areaColumns(other)}))`

/**
 * As SQL: joins `worth` to moves `m`: what the stock `gained` to which they went, and `lost` from which they came: the ERP's
 * amount or else the estimate; zero inside an area and for stock of the supplier, null if unknown.
 */
export const worthOfMoves = `left join stock_move_valuation v on v.company_code = m.company_code and v.move_id = m.id
      join stock_key t on t.company_code = m.company_code and t.id = m.to_key
      join stock_place tp on tp.place = t.place
      join stock_key f on f.company_code = m.company_code and f.id = m.from_key
      join stock_place fp on fp.place = f.place
      cross join lateral (
        select case when ${isOneArea('t', 'f')} or ${isConsigned('t')} then 0 else coalesce(v.amount, m.amount) end as gained,
          case when ${isOneArea('t', 'f')} or ${isConsigned('f')} then 0 else coalesce(v.amount, m.amount) end as lost) worth`

/**
 * As SQL: the value of a recorded row of the key `k`; that of an earlier version may have one for stock of the supplier.
 * @param value of the snapshot, or of its revaluation
 */
export const valueRecorded = (value: string): string =>
  `case when ${isConsigned('k')} then 0 else ${value} end`

/** As SQL: the rows of an area, for window functions. */
export const areaOf = (alias: string, within: string): string =>
  `partition by ${within}, ${areaColumns(alias)}`

/**
 * As SQL: the share of a row in the value of its area, by quantity. The shares of an area add up to its value to the cent.
 * Without stock in the area a row keeps its own value; with an unknown value in it the share is unknown.
 * @param of `value` and `quantity` of the row, `alias` of the columns of the key, `within` more columns that partition,
 * `order` columns that put the rows of an area in a unique order
 */
export function shareOfArea(of: {
  value: string
  quantity: string
  alias: string
  within: string
  order: string
}): string {
  const { value, quantity } = of
  const area = areaOf(of.alias, of.within)
  const total = `sum(${value}) over (${area})`
  const stock = `sum(${quantity}) over (${area})`
  const upTo = `sum(${quantity}) over (${area} order by ${of.order})`
  return `case when not bool_and(${value} is not null) over (${area}) then null
      when ${stock} = 0 then ${value}
      else round(${total} * ${upTo} / ${stock}, 2) - round(${total} * (${upTo} - ${quantity}) / ${stock}, 2) end`
}
