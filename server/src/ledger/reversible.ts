import {
  addQuantity,
  compareQuantity,
  isPositive,
  minimumQuantity,
  subtractQuantity,
  zeroQuantity,
} from '@kufang/kernel/quantity.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import { refuseAll } from '@kufang/kernel/refusal.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import type { Transaction } from '../platform/database/database.ts'
import type { PlannedMove } from './planned-move.ts'
import { secondShareOf } from './second-quantity.ts'
import { stockKeyText } from './key.ts'
import type { MoveRequest } from './move.ts'
import { movesById } from './recorded-moves.ts'

/**
 * Serialises reversals of the same documents, so that each sees what the others reversed. Moves themselves cannot be
 * locked, because nobody has the right to update them.
 */
export async function lockReversals(
  tx: Transaction,
  companyCode: string,
  documentIds: readonly string[],
): Promise<void> {
  await tx.query(
    `select pg_advisory_xact_lock(lock) from (
      select distinct hashtextextended('stock_reversal/' || $1 || '/' || id, 0) as lock
      from unnest($2::text[]) id order by 1
    ) locks`,
    [companyCode, documentIds],
  )
}

type PlannedReversal = Partial<Pick<PlannedMove, 'restoresHold' | 'reversedShare'>>

/**
 * Checks moves that reverse recorded moves and returns, by position, the holds to restore and what was moved in the second
 * unit. Runs no statement if there are none.
 */
export async function planReversals(
  tx: Transaction,
  companyCode: string,
  moves: readonly MoveRequest[],
): Promise<PlannedReversal[]> {
  const ids = [...new Set(moves.flatMap(({ reverses }) => reverses ?? []))]
  if (ids.length === 0) return []
  const unlocked = await movesById(tx, companyCode, ids)
  await lockReversals(
    tx,
    companyCode,
    unlocked.map(({ documentId }) => documentId),
  )
  const recorded = new Map((await movesById(tx, companyCode, ids)).map((move) => [move.id, move]))
  const details: RefusalDetail[] = []
  const taken = new Map<string, Quantity>()
  const restores = moves.map((move): PlannedReversal => {
    if (move.reverses === undefined) return {}
    const original = recorded.get(move.reverses)
    if (
      original === undefined ||
      original.reverses !== null ||
      stockKeyText(original.from) !== stockKeyText(move.to) ||
      stockKeyText(original.to) !== stockKeyText(move.from)
    )
      throw new Error(
        `line ${move.lineNo}: ${move.reverses} is no move that this one is the opposite of`,
      )
    const before = taken.get(original.id) ?? zeroQuantity
    const left = subtractQuantity(original.remaining, before)
    if (compareQuantity(move.quantity, left) > 0) {
      details.push(beyondMoved(move.lineNo, original.materialNo, move.quantity, left))
      return {}
    }
    const reversedShare = secondShareOf(original, before)
    taken.set(original.id, addQuantity(before, move.quantity))
    if (original.consumedHoldId === null) return { reversedShare }
    const giveBack = minimumQuantity(original.consumedRemaining, move.quantity)
    original.consumedRemaining = subtractQuantity(original.consumedRemaining, giveBack)
    return isPositive(giveBack)
      ? { reversedShare, restoresHold: { holdId: original.consumedHoldId, quantity: giveBack } }
      : { reversedShare }
  })
  if (details.length > 0) throw refuseAll(details)
  return restores
}

/** The refusal for reversing more than is left of the moved quantity. */
export function beyondMoved(
  lineNo: number,
  material: string,
  wanted: Quantity,
  left: Quantity,
): RefusalDetail {
  return { code: 'reversal-beyond-moved', params: { material, wanted, left }, line: lineNo }
}
