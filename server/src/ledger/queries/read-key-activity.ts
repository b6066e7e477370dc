import type { Quantity } from '@kufang/kernel/quantity.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { StockKey } from '../key.ts'
import { fromWantedKeys, wantedKeys } from './wanted-keys.ts'

/** A movement on a key, the latest first. */
export interface KeyMove {
  documentType: string
  documentId: string
  documentNo: string
  movedAt: string
  /** Negative if it went. */
  quantity: Quantity
  /** The ERP is to know of it and does not. */
  isUnposted: boolean
}

/** What holds a part of a key. */
export interface KeyHold {
  documentType: string
  documentId: string
  documentNo: string
  placedAt: string
  quantity: Quantity
}

/** So many of the latest movements of a key are looked at. */
const movesMax = 100

/**
 * The latest movements on each of these keys of one company, and what holds them, in their order. Three statements: the
 * outbox is on another machine than the moves in a distributed database.
 */
export async function readKeyActivity(
  queryable: Queryable,
  companyCode: string,
  keys: readonly StockKey[],
): Promise<{ moves: KeyMove[]; holds: KeyHold[] }[]> {
  if (keys.length === 0) return []
  const wanted = wantedKeys(companyCode, keys)
  const moves = await queryable.query<
    Omit<KeyMove, 'isUnposted'> & { position: number; id: string; postsToErp: boolean }
  >(
    `select wanted.position::int as position, m.* ${fromWantedKeys}
     cross join lateral (
       select a.id, a.document_type, a.document_id, a.document_no, a.moved_at, a.posts_to_erp, a.quantity from (
         select i.id, i.document_type, i.document_id, i.document_no, i.moved_at, i.posts_to_erp, i.quantity from stock_move i
         where i.company_code = $1 and i.to_key = known.id
         union all
         select o.id, o.document_type, o.document_id, o.document_no, o.moved_at, o.posts_to_erp, -o.quantity from stock_move o
         where o.company_code = $1 and o.from_key = known.id) a
       order by a.moved_at desc limit ${movesMax}) m
     order by wanted.position, m.moved_at desc`,
    wanted,
  )
  const holds = await queryable.query<KeyHold & { position: number }>(
    `select wanted.position::int as position, h.document_type, h.document_id, h.document_no, h.placed_at,
       h.open_quantity as quantity
     ${fromWantedKeys} join stock_hold h on h.company_code = $1 and h.key_id = known.id and h.released_at is null
       and h.open_quantity > 0
     order by wanted.position, h.placed_at desc`,
    wanted,
  )
  const told = moves.filter(({ postsToErp }) => postsToErp)
  const posted =
    told.length === 0
      ? []
      : await queryable.query<{ moveId: string }>(
          `select i.move_id from erp_posting_item i
           join erp_posting p on p.company_code = i.company_code and p.id = i.posting_id
           where i.company_code = $1 and i.move_id = any($2::uuid[]) and p.direction = 'post' and p.state = 'posted'`,
          [companyCode, told.map(({ id }) => id)],
        )
  const known = new Set(posted.map(({ moveId }) => moveId))
  return keys.map((_key, index) => ({
    moves: moves
      .filter(({ position }) => position === index + 1)
      .map(({ position: _position, id, postsToErp, ...move }) => ({
        ...move,
        isUnposted: postsToErp && !known.has(id),
      })),
    holds: holds
      .filter(({ position }) => position === index + 1)
      .map(({ position: _position, ...hold }) => hold),
  }))
}
