import type { Quantity } from '@kufang/kernel/quantity.ts'
import type { Transaction } from '../platform/database/database.ts'
import { numberOrDrawn } from '../platform/database/drawn-number.ts'
import type { PlannedMove } from './planned-move.ts'
import type { MoveDocument } from './move.ts'

/** The change of one balance, summed over all moves of a document. */
export interface BalanceChange {
  quantity: Quantity
  reserved: Quantity
  frozen: Quantity
  /** null if it has none. */
  secondQuantity: Quantity | null
}

/** A move to be written. */
export interface WrittenMove {
  move: PlannedMove
  id: string
  idempotencyKey: string
  consumedHoldId: string | null
  consumedQuantity: Quantity
  second: Quantity | null
}

// The balances are already locked. `key_id = any` in addition to the join keeps the update on the primary key, whatever
// the planner estimates for a freshly filled table.
const writeText = `
  with moved as (
    insert into stock_move (company_code, moved_at, document_type, document_id, document_no, user_id,
      id, idempotency_key, line_no, from_key, to_key, material_no, quantity, movement_type, posts_to_erp,
      erp_movement, reverses, amount, amount_source, consumed_hold_id, consumed_quantity, second_quantity)
    select $1, $2::timestamptz, $3, $4::uuid, ${numberOrDrawn('$5')}, $6::uuid, line.*
    from unnest($7::uuid[], $8::text[], $9::int[], $10::bigint[], $11::bigint[], $12::text[],
      $13::numeric[], $14::text[], $15::boolean[], $16::jsonb[], $17::uuid[], $18::numeric[], $19::text[],
      $20::uuid[], $21::numeric[], $22::numeric[]) line
  ), changed as (
    update stock_balance b set quantity = b.quantity + change.quantity,
      reserved = b.reserved + change.reserved, frozen = b.frozen + change.frozen,
      second_quantity = case when change.second_quantity is null then b.second_quantity
        else coalesce(b.second_quantity, 0) + change.second_quantity end,
      last_move_at = greatest(b.last_move_at, $2::timestamptz)
    from unnest($23::bigint[], $24::numeric[], $25::numeric[], $26::numeric[], $27::numeric[])
      as change (key_id, quantity, reserved, frozen, second_quantity)
    where b.company_code = $1 and b.key_id = change.key_id and b.key_id = any($23::bigint[])
    returning b.key_id
  ), used as (
    update stock_hold h set consumed = h.consumed + change.quantity
    from unnest($28::uuid[], $29::numeric[]) as change (id, quantity)
    where h.company_code = $1 and h.id = change.id and h.id = any($28::uuid[])
    returning h.id
  )
  select assert_written('balances', $30, (select count(*) from changed)),
    assert_written('holds', $31, (select count(*) from used))`

/** Writes moves, balances and holds in one statement, which fails if a balance or hold does not exist. */
export function writeMoves(
  tx: Transaction,
  document: MoveDocument,
  documentNo: string | null,
  lines: readonly WrittenMove[],
  changes: ReadonlyMap<number, BalanceChange>,
  holdChanges: ReadonlyMap<string, Quantity>,
): void {
  const column = <T>(read: (line: WrittenMove) => T) => lines.map(read)
  const sums = [...changes.values()]
  tx.write(writeText, [
    document.companyCode,
    document.now,
    document.documentType,
    document.documentId,
    documentNo,
    document.userId,
    column((line) => line.id),
    column((line) => line.idempotencyKey),
    column(({ move }) => move.lineNo),
    column(({ move }) => move.fromKey),
    column(({ move }) => move.toKey),
    column(({ move }) => move.from.materialNo),
    column(({ move }) => move.quantity),
    column(({ move }) => move.movementType),
    column(({ move }) => move.postsToErp),
    column(({ move }) => move.erp),
    column(({ move }) => move.reverses),
    column(({ move }) => move.amount),
    column(({ move }) => move.amountSource),
    column((line) => line.consumedHoldId),
    column((line) => line.consumedQuantity),
    column(({ second }) => second),
    [...changes.keys()],
    sums.map((sum) => sum.quantity),
    sums.map((sum) => sum.reserved),
    sums.map((sum) => sum.frozen),
    sums.map((sum) => sum.secondQuantity),
    [...holdChanges.keys()],
    [...holdChanges.values()],
    changes.size,
    holdChanges.size,
  ])
}
