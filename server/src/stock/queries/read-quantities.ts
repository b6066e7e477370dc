import { zeroQuantity, type Quantity } from '@kufang/kernel/quantity.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { StockKey } from '../ledger/key.ts'

/**
 * As SQL, of an alias `b` of `stock_balance`: the quantity that can be issued, which is the unheld part of unrestricted
 * stock in a bin, else 0 (domain.md 1.1).
 */
export const available = `(case when b.stock_category = 'UU' and b.place = 'stock' then b.quantity - b.reserved - b.frozen else 0 end)`

/**
 * As SQL, of an alias `b` of `stock_balance`: the unheld part of what lies in a bin in any stock category, which can be put
 * into another bin, else 0. Goods in transit lie in none.
 */
export const movable = `(case when b.stock_category <> 'IT' and b.place = 'stock' then b.quantity - b.reserved - b.frozen else 0 end)`

/** What lies on a key, and what of it can be issued and put into another bin. */
export interface StockQuantities {
  quantity: Quantity
  /** In the second unit; null if the material has none, or nothing ever lay there. */
  secondQuantity: Quantity | null
  available: Quantity
  movable: Quantity
}

/** What lies on each of these keys of one company now, in their order; zero where nothing ever lay. One statement. */
export async function readQuantities(
  queryable: Queryable,
  companyCode: string,
  keys: readonly StockKey[],
): Promise<StockQuantities[]> {
  if (keys.length === 0) return []
  const all = (name: keyof StockKey): string[] => keys.map((key) => key[name])
  const rows = await queryable.query<StockQuantities & { position: number }>(
    `select wanted.position::int as position, b.quantity, b.second_quantity, ${available} as available, ${movable} as movable
     from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
       $8::text[], $9::text[], $10::text[], $11::text[], $12::text[]) with ordinality as wanted
       (place, plant, storage_location, bin, material_no, batch, stock_category, special_stock,
        special_stock_reference, book, place_reference, position)
     cross join lateral (
       select id from stock_key k
       where k.company_code = $1 and k.place = wanted.place and k.plant = wanted.plant
         and k.storage_location = wanted.storage_location and k.bin = wanted.bin and k.material_no = wanted.material_no
         and k.batch = wanted.batch and k.stock_category = wanted.stock_category
         and k.special_stock = wanted.special_stock
         and k.special_stock_reference = wanted.special_stock_reference
         and k.book = wanted.book and k.place_reference = wanted.place_reference
       offset 0) known
     join stock_balance b on b.company_code = $1 and b.key_id = known.id`,
    [
      companyCode,
      all('place'),
      all('plant'),
      all('storageLocation'),
      all('bin'),
      all('materialNo'),
      all('batch'),
      all('stockCategory'),
      all('specialStock'),
      all('specialStockReference'),
      all('book'),
      all('placeReference'),
    ],
  )
  const found = new Map(rows.map(({ position, ...quantities }) => [position, quantities]))
  const none = {
    quantity: zeroQuantity,
    secondQuantity: null,
    available: zeroQuantity,
    movable: zeroQuantity,
  }
  return keys.map((_key, index) => found.get(index + 1) ?? none)
}
