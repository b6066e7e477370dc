import { addAll } from '@kufang/kernel/add-all.ts'
import { stockPlaces } from '@kufang/contract/document/stock-places.ts'
import {
  addQuantity,
  compareQuantity,
  isPositive,
  minimumQuantity,
  negateQuantity,
  subtractQuantity,
  zeroQuantity,
} from '@kufang/kernel/quantity.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import { refuseAll } from '@kufang/kernel/refusal.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { entryOf, firstOf, itemAt } from '@kufang/kernel/present.ts'
import type { Transaction } from '../platform/database/database.ts'
import { lockBalances } from './balances.ts'
import type { Balance } from './balances.ts'
import { mayBatchMove } from './holds/batch-rule.ts'
import { heldAs, holdText, holdsToConsume, holdsToRestore } from './holds/live-holds.ts'
import type { MoveDocument, PostedMove } from './move.ts'
import { movesByIdempotencyKey } from './recorded-moves.ts'
import { planPieces, writePieces } from './serial-numbers.ts'
import { secondOfMove, secondProblem, secondProblemOfFilled, unweighed } from './second-quantity.ts'
import { valueReversals } from './periods/valuations.ts'
import { writeMoves } from './write-moves.ts'
import type { PlannedMove, Shortage } from './planned-move.ts'
import type { BalanceChange } from './write-moves.ts'

/**
 * Checks moves against the balances in the given order and writes them: lock, read holds if needed, write. The number
 * of statements does not depend on the number of moves.
 * @param refuseShortages builds the refusal to throw; nothing is written then
 */
// oxlint-disable-next-line max-lines-per-function -- one order: lock, read holds, check, write; split, the running balances would be passed around
export async function applyMoves(
  tx: Transaction,
  document: MoveDocument,
  moves: readonly PlannedMove[],
  refuseShortages: (shortages: readonly Shortage[]) => Promise<Error> | Error,
): Promise<PostedMove[]> {
  if (moves.length === 0) return []
  const { companyCode } = document
  const idempotencyKeys = moves.map((_move, index) => `${document.idempotencyPrefix}:${index + 1}`)
  const { balances, posted, secondUnits, serialManaged } = await lockBalances(
    tx,
    companyCode,
    keysOfTheStock(moves),
    firstOf(idempotencyKeys),
    document.now,
    [...new Set(moves.map(({ from }) => from.materialNo))],
  )
  if (posted) return postedBefore(tx, document, idempotencyKeys)

  const consumable = await holdsToConsume(
    tx,
    companyCode,
    moves.flatMap(({ fromKey, consumesHold }) =>
      consumesHold === undefined ? [] : [{ keyId: fromKey, hold: consumesHold }],
    ),
  )
  const restorable = await holdsToRestore(tx, companyCode, [
    ...new Set(moves.flatMap(({ restoresHold }) => restoresHold?.holdId ?? [])),
  ])

  const pieces = await planPieces(tx, companyCode, moves, serialManaged, balances)

  const shortages: Shortage[] = []
  const seconds: RefusalDetail[] = []
  const changes = new Map<number, BalanceChange>()
  const holdChanges = new Map<string, Quantity>()
  const change = (keyId: number, part: 'quantity' | 'reserved' | 'frozen', by: Quantity) => {
    const running = entryOf(balances, keyId)
    running[part] = addQuantity(running[part], by)
    let sum = changes.get(keyId)
    if (sum === undefined) {
      sum = {
        quantity: zeroQuantity,
        reserved: zeroQuantity,
        frozen: zeroQuantity,
        secondQuantity: null,
      }
      changes.set(keyId, sum)
    }
    sum[part] = addQuantity(sum[part], by)
  }
  const changeSecond = (keyId: number, by: Quantity) => {
    for (const one of [entryOf(balances, keyId), entryOf(changes, keyId)])
      one.secondQuantity = addQuantity(one.secondQuantity ?? zeroQuantity, by)
  }
  const changeHold = (holdId: string, by: Quantity) =>
    void holdChanges.set(holdId, addQuantity(holdChanges.get(holdId) ?? zeroQuantity, by))

  const written = moves.map((move, index) => {
    let consumedHoldId: string | null = null
    let consumedQuantity = zeroQuantity
    const unit = secondUnits.get(move.from.materialNo)
    addAll(seconds, unweighed(move, unit))
    const second = secondOfMove(move, unit, balances.get(move.fromKey))
    if (stockPlaces[move.from.place].keepsBalance) {
      const hold = move.consumesHold && consumable.get(holdText(move.fromKey, move.consumesHold))
      const own = hold === undefined ? zeroQuantity : minimumQuantity(hold.open, move.quantity)
      const running = entryOf(balances, move.fromKey)
      const available = availableTo(move, running, own)
      if (compareQuantity(move.quantity, available) > 0) {
        shortages.push({ move, available, present: running.quantity })
      } else {
        if (second !== null) addAll(seconds, secondProblem(move, second, unit, running))
        change(move.fromKey, 'quantity', negateQuantity(move.quantity))
        if (second !== null) changeSecond(move.fromKey, negateQuantity(second))
        if (hold !== undefined && isPositive(own)) {
          change(move.fromKey, heldAs(hold.kind), negateQuantity(own))
          hold.open = subtractQuantity(hold.open, own)
          changeHold(hold.id, own)
          consumedHoldId = hold.id
          consumedQuantity = own
        }
      }
    }
    if (stockPlaces[move.to.place].keepsBalance) {
      if (second !== null)
        addAll(seconds, secondProblemOfFilled(move, second, unit, entryOf(balances, move.toKey)))
      change(move.toKey, 'quantity', move.quantity)
      if (second !== null) changeSecond(move.toKey, second)
      const hold = move.restoresHold && restorable.get(move.restoresHold.holdId)
      if (hold !== undefined && move.restoresHold !== undefined) {
        const restored = minimumQuantity(move.restoresHold.quantity, move.quantity)
        change(move.toKey, heldAs(hold.kind), restored)
        changeHold(hold.id, negateQuantity(restored))
        consumedHoldId = hold.id
        consumedQuantity = negateQuantity(restored)
      }
    }
    return {
      move: withPieces(move, pieces.ofMoves.get(index)),
      id: newId(),
      idempotencyKey: itemAt(idempotencyKeys, index),
      consumedHoldId,
      consumedQuantity,
      second,
    }
  })
  if (shortages.length > 0) throw await refuseShortages(shortages)
  if (seconds.length > 0 || pieces.problems.length > 0)
    throw refuseAll([...seconds, ...pieces.problems])
  const documentNo =
    typeof document.documentNo === 'string' ? document.documentNo : document.documentNo()
  writeMoves(tx, document, documentNo, written, changes, holdChanges)
  valueReversals(
    tx,
    document.companyCode,
    written.flatMap(({ id, move: { reverses, quantity } }) =>
      reverses === null ? [] : [{ id, reverses, quantity }],
    ),
  )
  writePieces(tx, companyCode, document.now, pieces, written)
  return written.map(({ move, id, consumedQuantity, second }) => ({
    id,
    lineNo: move.lineNo,
    from: move.from,
    to: move.to,
    fromKey: move.fromKey,
    toKey: move.toKey,
    materialNo: move.from.materialNo,
    quantity: move.quantity,
    secondQuantity: second,
    movementType: move.movementType,
    postsToErp: move.postsToErp,
    erp: move.erp,
    amount: move.amount,
    amountSource: move.amountSource,
    reverses: move.reverses,
    consumedQuantity,
  }))
}

/** The move with the serial numbers of its pieces in what the ERP is told of it. */
function withPieces(move: PlannedMove, serialNumbers: readonly string[] = []): PlannedMove {
  if (serialNumbers.length === 0 || move.erp === null) return move
  return { ...move, erp: { ...move.erp, item: { ...move.erp.item, serialNumbers } } }
}

/** The quantity not held by any document; nothing of a place or batch that is held as a whole. */
export function freeOf(balance: Balance): Quantity {
  return balance.isHeld ? zeroQuantity : unheldOf(balance)
}

/** The quantity that no document holds by itself, in a held place, too. */
export const unheldOf = ({ quantity, reserved, frozen }: Balance): Quantity =>
  subtractQuantity(subtractQuantity(quantity, reserved), frozen)

/**
 * What a move may take: what is free and what its own document holds. Nothing leaves a held place, whoever has reserved it,
 * except what a count finds missing: it is not there. Nobody uses a held batch.
 */
function availableTo(move: PlannedMove, balance: Balance, own: Quantity): Quantity {
  if (balance.isPlaceHeld && move.to.place !== 'count-difference') return zeroQuantity
  if (balance.isBatchHeld && !mayBatchMove(move)) return zeroQuantity
  return addQuantity(unheldOf(balance), own)
}

function keysOfTheStock(moves: readonly PlannedMove[]): number[] {
  const keys = new Set<number>()
  for (const { from, to, fromKey, toKey } of moves) {
    if (stockPlaces[from.place].keepsBalance) keys.add(fromKey)
    if (stockPlaces[to.place].keepsBalance) keys.add(toKey)
  }
  return [...keys].sort((a, b) => a - b)
}

/** A repeated request: returns the moves of the first one. */
async function postedBefore(
  tx: Transaction,
  document: MoveDocument,
  idempotencyKeys: readonly string[],
): Promise<PostedMove[]> {
  const moves = await movesByIdempotencyKey(tx, document.companyCode, idempotencyKeys)
  if (moves.some(({ documentId }) => documentId !== document.documentId))
    throw new Error(`idempotency key ${idempotencyKeys[0]} belongs to another document`)
  return moves
}
