import type { Money } from '@kufang/kernel/money.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import { itemAt } from '@kufang/kernel/present.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { StockKey } from '../key.ts'

/** A price as an amount for a quantity, so that nothing is rounded before it is multiplied. */
export interface BookPrice {
  amount: Money
  quantity: Quantity
}

/** The parts of a key that share a price: the ERP values a material per plant, special stock by itself. */
const valuedBy = ['plant', 'materialNo', 'specialStock', 'specialStockReference', 'book'] as const

/**
 * The book price of each key at a point in time, in their order: the amount of the stock of its valuation area divided by
 * its quantity, with the ERP's amounts where they have arrived, also later. One statement.
 *
 * The ERP values issues, returns of them and differences of counts at this price themselves: without an amount they do
 * not change it and are left out. A receipt has a price of its own: as long as one is unknown, so is the price.
 * Moves of the second quantity alone move no goods and are left out.
 * @returns null if there is no price: no stock, a receipt without amount, or an amount that is not positive
 */
export async function readBookPrices(
  queryable: Queryable,
  companyCode: string,
  keys: readonly StockKey[],
  at: string,
): Promise<(BookPrice | null)[]> {
  if (keys.length === 0) return []
  const areaOf = (key: StockKey): string => JSON.stringify(valuedBy.map((part) => key[part]))
  const areas = [...new Map(keys.map((key) => [areaOf(key), key])).values()]
  const all = (part: (typeof valuedBy)[number]): string[] => areas.map((key) => key[part])
  const rows = await queryable.query<{ position: number } & BookPrice>(
    // `offset 0` keeps the joins in this order, each by an index, whatever the planner estimates for a freshly filled table.
    `with flow as (
       select wanted.position::int as position, m.sign, m.quantity, m.reverses is not null as is_reversal, o.place as other_place,
         -- A reversal takes back its share of what the move was worth, whenever that became known.
         coalesce(v.amount, case when m.reverses is null then m.amount else r.amount * m.quantity / r.quantity end) as amount
       from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[]) with ordinality
         as wanted (plant, material_no, special_stock, special_stock_reference, book, position)
       cross join lateral (
         select k.id from stock_key k
         where k.company_code = $1 and k.material_no = wanted.material_no and k.plant = wanted.plant
           and k.special_stock = wanted.special_stock and k.special_stock_reference = wanted.special_stock_reference
           and k.book = wanted.book and exists (select from stock_place p where p.place = k.place and p.keeps_balance)
         offset 0) own
       cross join lateral (
         select 1 as sign, i.from_key as other_key, i.id, i.quantity, i.amount, i.reverses from stock_move i
         where i.company_code = $1 and i.to_key = own.id and i.moved_at <= $7 and i.quantity > 0
         union all
         select -1, i.to_key, i.id, i.quantity, i.amount, i.reverses from stock_move i
         where i.company_code = $1 and i.from_key = own.id and i.moved_at <= $7 and i.quantity > 0
         offset 0) m
       cross join lateral (
         select k.place, k.plant = wanted.plant and k.special_stock = wanted.special_stock
             and k.special_stock_reference = wanted.special_stock_reference and k.book = wanted.book
             and exists (select from stock_place p where p.place = k.place and p.keeps_balance) as is_within
         from stock_key k where k.company_code = $1 and k.id = m.other_key
         offset 0) o
       left join lateral (
         select amount from stock_move_valuation where company_code = $1 and move_id = m.id offset 0) v on true
       left join lateral (
         select i.quantity, coalesce(rv.amount, i.amount) as amount from stock_move i
         left join stock_move_valuation rv on rv.company_code = $1 and rv.move_id = i.id
         where i.company_code = $1 and i.id = m.reverses offset 0) r on m.reverses is not null
       where not o.is_within
     ), total as (
       select position, round(sum(sign * amount), 2) as amount, sum(sign * quantity) filter (where amount is not null) as quantity,
         sum(sign * quantity) filter (where amount is null and (sign = 1) <> is_reversal
           and other_place not in ('consumption', 'customer', 'scrap', 'count-difference', 'stock-adjustment')) as unknown_quantity
       from flow group by position
     )
     select position, amount, quantity from total
     where amount > 0 and quantity > 0 and coalesce(unknown_quantity, 0) = 0`,
    [
      companyCode,
      all('plant'),
      all('materialNo'),
      all('specialStock'),
      all('specialStockReference'),
      all('book'),
      at,
    ],
  )
  const found = new Map(
    rows.map(({ position, ...price }) => [areaOf(itemAt(areas, position - 1)), price]),
  )
  return keys.map((key) => found.get(areaOf(key)) ?? null)
}
