import { zeroQuantity, type Quantity } from '@kufang/kernel/quantity.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { StockKey } from '../key.ts'
import { readPieces } from './read-quantities.ts'
import { fromWantedKeys, wantedKeys } from './wanted-keys.ts'

/** What lay on a key at a moment. */
export interface QuantitiesThen {
  quantity: Quantity
  /** In the second unit; null if the material has none, or nothing ever lay there. */
  secondQuantity: Quantity | null
}

/**
 * What lay on each of these keys of one company at its moment, in their order. Moves after a moment are taken from the
 * balance of now, so that a move that was not committed when somebody read the balance is never counted twice or left out.
 * One statement.
 * @param moments null: now
 */
export async function readQuantitiesAt(
  queryable: Queryable,
  companyCode: string,
  keys: readonly StockKey[],
  moments: readonly (string | null)[],
): Promise<QuantitiesThen[]> {
  if (keys.length === 0) return []
  const rows = await queryable.query<QuantitiesThen & { position: number }>(
    `select wanted.position::int as position, b.quantity - later.quantity as quantity,
       b.second_quantity - later.second_quantity as second_quantity
     ${fromWantedKeys} join stock_balance b on b.company_code = $1 and b.key_id = known.id
     cross join lateral (
       select coalesce(sum(sign * m.quantity), 0) as quantity, coalesce(sum(sign * m.second_quantity), 0) as second_quantity
       from (
         select 1 as sign, i.quantity, i.second_quantity from stock_move i
         where i.company_code = $1 and i.to_key = known.id and i.moved_at > ($13::timestamptz[])[wanted.position]
         union all
         select -1, o.quantity, o.second_quantity from stock_move o
         where o.company_code = $1 and o.from_key = known.id and o.moved_at > ($13::timestamptz[])[wanted.position]) m
       ) later`,
    [...wantedKeys(companyCode, keys), moments],
  )
  const found = new Map(rows.map(({ position, ...quantities }) => [position, quantities]))
  const none = { quantity: zeroQuantity, secondQuantity: null }
  return keys.map((_key, index) => found.get(index + 1) ?? none)
}

/**
 * The serial numbers of the pieces that lay on each of these keys at its moment, in their order; the oldest first where all
 * moments are now. One statement.
 * @param moments null: now
 */
export async function readPiecesAt(
  queryable: Queryable,
  companyCode: string,
  keys: readonly StockKey[],
  moments: readonly (string | null)[],
): Promise<string[][]> {
  if (moments.every((moment) => moment === null)) return readPieces(queryable, companyCode, keys)
  const rows = await queryable.query<{ position: number; numbers: string[] }>(
    `select wanted.position::int as position, array(
       select p.serial_no from (
         select n.serial_no, 1 as sign from stock_serial_number n where n.company_code = $1 and n.key_id = known.id
         union all
         select s.serial_no, -1 from stock_move i
           join stock_move_serial_number s on s.company_code = i.company_code and s.move_id = i.id
         where i.company_code = $1 and i.to_key = known.id and i.moved_at > ($13::timestamptz[])[wanted.position]
         union all
         select s.serial_no, 1 from stock_move o
           join stock_move_serial_number s on s.company_code = o.company_code and s.move_id = o.id
         where o.company_code = $1 and o.from_key = known.id and o.moved_at > ($13::timestamptz[])[wanted.position]) p
       group by p.serial_no having sum(p.sign) > 0 order by p.serial_no) as numbers
     ${fromWantedKeys}`,
    [...wantedKeys(companyCode, keys), moments],
  )
  const found = new Map(rows.map(({ position, numbers }) => [position, numbers]))
  return keys.map((_key, index) => found.get(index + 1) ?? [])
}
