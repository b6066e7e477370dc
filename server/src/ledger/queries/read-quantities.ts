import { zeroQuantity, type Quantity } from '@kufang/kernel/quantity.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { StockKey } from '../key.ts'
import { fromWantedKeys, wantedKeys } from './wanted-keys.ts'

/**
 * As SQL, of an alias `b` of `stock_balance`: the quantity that can be issued, which is the unheld part of unrestricted
 * stock in a bin, else 0 (domain.md 1.1).
 */
export const available = `(case when b.stock_category = 'UU' and b.place = 'stock' and not b.is_held then b.quantity - b.reserved - b.frozen else 0 end)`

/**
 * As SQL, of an alias `b` of `stock_balance`: the unheld part of what lies in a bin in any stock category, which can be put
 * into another bin, else 0. Goods in transit lie in none; a batch that is held may be put elsewhere, such as apart.
 */
export const movable = `(case when b.stock_category <> 'IT' and b.place = 'stock' and (b.is_batch_held or not b.is_held) then b.quantity - b.reserved - b.frozen else 0 end)`

/** What lies on a key, and what of it can be issued and put into another bin. */
export interface StockQuantities {
  quantity: Quantity
  /** In the second unit; null if the material has none, or nothing ever lay there. */
  secondQuantity: Quantity | null
  available: Quantity
  movable: Quantity
}

/**
 * The serial numbers of the pieces on each of these keys of one company now, in their order: the oldest first, which leaves
 * first. One statement.
 */
export async function readPieces(
  queryable: Queryable,
  companyCode: string,
  keys: readonly StockKey[],
): Promise<string[][]> {
  if (keys.length === 0) return []
  const rows = await queryable.query<{ position: number; numbers: string[] }>(
    `select wanted.position::int as position, array_agg(n.serial_no order by n.received_at, n.serial_no) as numbers
     ${fromWantedKeys} join stock_serial_number n on n.company_code = $1 and n.key_id = known.id
     group by wanted.position`,
    wantedKeys(companyCode, keys),
  )
  const found = new Map(rows.map(({ position, numbers }) => [position, numbers]))
  return keys.map((_key, index) => found.get(index + 1) ?? [])
}

/** What lies on each of these keys of one company now, in their order; zero where nothing ever lay. One statement. */
export async function readQuantities(
  queryable: Queryable,
  companyCode: string,
  keys: readonly StockKey[],
): Promise<StockQuantities[]> {
  if (keys.length === 0) return []
  const rows = await queryable.query<StockQuantities & { position: number }>(
    `select wanted.position::int as position, b.quantity, b.second_quantity, ${available} as available, ${movable} as movable
     ${fromWantedKeys} join stock_balance b on b.company_code = $1 and b.key_id = known.id`,
    wantedKeys(companyCode, keys),
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
