import {
  addQuantity,
  isPositive,
  minimumQuantity,
  subtractQuantity,
  zeroQuantity,
} from '@kufang/kernel/quantity.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { entryOf } from '@kufang/kernel/present.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { unheldOf } from '../apply-moves.ts'
import { lockBalances } from '../balances.ts'
import { heldAs } from './live-holds.ts'
import type { HoldKind } from '../move.ts'

/** A quantity that leaves a key for another one. */
interface Leaving {
  fromKey: number
  toKey: number
  quantity: Quantity
}

interface HoldRow {
  id: string
  keyId: number
  kind: HoldKind
  openQuantity: Quantity
}

/** A part of a hold that follows its goods to another key. */
export interface TakenHold {
  holdId: string
  kind: HoldKind
  fromKey: number
  toKey: number
  quantity: Quantity
}

/**
 * Releases as much of what holds these goods as is not free, so that they can be moved, and returns it: `placeTaken` holds it
 * where they are then. The latest holds go first, because they were placed when the goods were there. Only holds of documents
 * of these types are taken along, which do not name the bin. Three statements.
 */
export async function releaseToTakeAlong(
  tx: Transaction,
  companyCode: string,
  now: Date,
  leaving: readonly Leaving[],
  documentTypes: readonly string[],
): Promise<TakenHold[]> {
  const keys = [...new Set(leaving.flatMap(({ fromKey, toKey }) => [fromKey, toKey]))]
  keys.sort((one, other) => one - other)
  const { balances } = await lockBalances(tx, companyCode, keys, '', now)
  const holds = await tx.query<HoldRow>(
    `select id, key_id, kind, open_quantity from stock_hold
     where company_code = $1 and key_id = any($2::bigint[]) and document_type = any($3::text[]) and released_at is null
       and open_quantity > 0
     order by placed_at desc, id desc`,
    [companyCode, leaving.map(({ fromKey }) => fromKey), documentTypes],
  )
  const taken = leaving.flatMap(({ fromKey, toKey, quantity }): TakenHold[] => {
    const balance = entryOf(balances, fromKey)
    let missing = subtractQuantity(quantity, unheldOf(balance))
    const parts = holds.flatMap((hold): TakenHold[] => {
      const part = minimumQuantity(missing, hold.openQuantity)
      if (hold.keyId !== fromKey || !isPositive(part)) return []
      missing = subtractQuantity(missing, part)
      hold.openQuantity = subtractQuantity(hold.openQuantity, part)
      balance[heldAs(hold.kind)] = subtractQuantity(balance[heldAs(hold.kind)], part)
      return [{ holdId: hold.id, kind: hold.kind, fromKey, toKey, quantity: part }]
    })
    balance.quantity = subtractQuantity(balance.quantity, quantity)
    return parts
  })
  if (taken.length === 0) return []
  const parts = sums(taken, ({ holdId }) => holdId)
  await tx.query(
    `with released as (
       update stock_hold h set released = h.released + part.quantity,
         released_at = case when h.open_quantity = part.quantity then $2::timestamptz end
       from unnest($3::uuid[], $4::numeric[]) as part (id, quantity)
       where h.company_code = $1 and h.id = part.id
     )
     ${changeBalances(5, '-')}`,
    [
      companyCode,
      now,
      [...parts.keys()],
      [...parts.values()],
      ...balanceChanges(taken, ({ fromKey }) => fromKey),
    ],
  )
  return taken
}

/** Holds what was taken along where the goods are now, for the same document lines. One statement. */
export async function placeTaken(
  tx: Transaction,
  companyCode: string,
  taken: readonly TakenHold[],
): Promise<void> {
  if (taken.length === 0) return
  await tx.query(
    `with placed as (
       insert into stock_hold (company_code, document_type, document_id, document_no, placed_by, placed_by_name, placed_at,
         held_until, id, line_no, kind, key_id, quantity)
       -- What one line held in several places is one hold where the goods are together.
       select $1, h.document_type, h.document_id, max(h.document_no), (array_agg(h.placed_by order by h.placed_at))[1],
         (array_agg(h.placed_by_name order by h.placed_at))[1], min(h.placed_at), max(h.held_until), (array_agg(part.new_id))[1], h.line_no, h.kind, part.key_id, sum(part.quantity)
       from unnest($2::uuid[], $3::uuid[], $4::bigint[], $5::numeric[]) as part (new_id, id, key_id, quantity)
         join stock_hold h on h.company_code = $1 and h.id = part.id
       group by h.document_type, h.document_id, h.line_no, h.kind, part.key_id
       on conflict (company_code, document_type, document_id, line_no, kind, key_id) where released_at is null
       do update set quantity = stock_hold.quantity + excluded.quantity
     )
     ${changeBalances(6, '+')}`,
    [
      companyCode,
      taken.map(() => newId()),
      taken.map(({ holdId }) => holdId),
      taken.map(({ toKey }) => toKey),
      taken.map(({ quantity }) => quantity),
      ...balanceChanges(taken, ({ toKey }) => toKey),
    ],
  )
}

const changeBalances = (first: number, sign: '+' | '-'): string =>
  `update stock_balance b set reserved = b.reserved ${sign} change.reserved, frozen = b.frozen ${sign} change.frozen
   from unnest($${first}::bigint[], $${first + 1}::numeric[], $${first + 2}::numeric[]) as change (key_id, reserved, frozen)
   where b.company_code = $1 and b.key_id = change.key_id`

/** The parameters of `changeBalances`. */
function balanceChanges(
  taken: readonly TakenHold[],
  keyOf: (hold: TakenHold) => number,
): [number[], Quantity[], Quantity[]] {
  const byKey = [...Map.groupBy(taken, keyOf)]
  const of = (part: 'reserved' | 'frozen') =>
    byKey.map(([, holds]) => sum(holds.filter(({ kind }) => heldAs(kind) === part)))
  return [byKey.map(([key]) => key), of('reserved'), of('frozen')]
}

const sum = (holds: readonly TakenHold[]): Quantity =>
  holds.reduce((total, { quantity }) => addQuantity(total, quantity), zeroQuantity)

const sums = (taken: readonly TakenHold[], keyOf: (hold: TakenHold) => string) =>
  new Map([...Map.groupBy(taken, keyOf)].map(([key, holds]) => [key, sum(holds)]))
