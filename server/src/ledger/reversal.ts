import { proportionOfMoney, subtractMoney, zeroMoney } from '@kufang/kernel/money.ts'
import type { Money } from '@kufang/kernel/money.ts'
import {
  addQuantity,
  compareQuantity,
  isPositive,
  isZero,
  minimumQuantity,
  subtractQuantity,
  sumQuantities,
} from '@kufang/kernel/quantity.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import { refuseAll } from '@kufang/kernel/refusal.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import type { Transaction } from '../platform/database/database.ts'
import { applyMoves } from './apply-moves.ts'
import type { PlannedMove } from './planned-move.ts'
import type { MoveDocument, PostedMove, ReverseMovesRequest } from './move.ts'
import { movesByIdempotencyKey, movesOfDocument } from './recorded-moves.ts'
import type { RecordedMove } from './recorded-moves.ts'
import { leftOfLine, reversedPart } from './reversed-part.ts'
import { beyondMoved, lockReversals } from './reversible.ts'
import { isSecondAloneOpen, secondShareOf } from './second-quantity.ts'
import { findBlocker } from './find-blocker.ts'

/**
 * Reverses the moves of a document: the opposite of its recorded moves, last first, without the part already reversed,
 * with a proportional share of their amounts. Consumed holds are restored unless they were released meanwhile. Returns
 * an empty list if nothing is left to reverse.
 * @throws Refusal, one detail per line: 'stock-moved-on' {by, byType, material, bin, batch, missing}
 * if the goods have moved on (`by` is the number of the latest document that took them, '' if no
 * single one did); 'stock-held' {by, byType, kind, material, bin, batch, missing} if they are present
 * but held by another document; 'reversal-beyond-moved' {material, wanted, left}
 */
export async function reverseMoves(
  tx: Transaction,
  request: ReverseMovesRequest,
): Promise<PostedMove[]> {
  const { companyCode } = request
  await lockReversals(tx, companyCode, [request.documentId])
  const recorded = await movesOfDocument(tx, companyCode, request.documentType, request.documentId)
  const { taken, details } = take(recorded, request.lines)
  const by: MoveDocument = {
    companyCode,
    documentType: request.byDocumentType,
    documentId: request.byDocumentId,
    documentNo: request.byDocumentNo,
    userId: request.userId,
    now: request.now,
    idempotencyPrefix: request.idempotencyPrefix,
  }
  if (taken.length === 0 || details.length > 0) {
    // A repeated request finds nothing left to reverse; return its first result.
    const keys = recorded.map((_move, index) => `${request.idempotencyPrefix}:${index + 1}`)
    const before = await movesByIdempotencyKey(tx, companyCode, keys)
    if (before.length > 0) return before
    if (details.length > 0) throw refuseAll(details)
    return []
  }
  const planned = taken.map(({ move, quantity }) => ({
    ...opposite(move, quantity),
    serialNumbers: request.lines?.find(({ lineNo }) => lineNo === move.lineNo)?.serialNumbers,
  }))
  return applyMoves(tx, by, planned, (shortages) => findBlocker(tx, request, shortages))
}

interface Taken {
  move: RecordedMove
  quantity: Quantity
}

/** The recorded moves to reverse and the quantity of each, latest first. */
function take(
  recorded: readonly RecordedMove[],
  lines: ReverseMovesRequest['lines'],
): { taken: Taken[]; details: RefusalDetail[] } {
  const open = recorded.filter((move) => isPositive(move.remaining) || isSecondAloneOpen(move))
  if (lines === undefined)
    return { taken: open.map((move) => ({ move, quantity: move.remaining })), details: [] }
  const amounts = new Map<string, Quantity>()
  const details: RefusalDetail[] = []
  for (const { lineNo, quantity, step, into, isAllTheWay } of lines) {
    const ofLine = recorded.filter(
      (move) =>
        move.lineNo === lineNo &&
        (step === undefined || move.erp?.step === step) &&
        (into === undefined || move.to.place === into),
    )
    const [first] = ofLine
    if (first === undefined)
      throw new Error(`line ${lineNo} has moved nothing that could be taken back`)
    const steps = isAllTheWay
      ? [{ left: leftOfLine(ofLine), part: () => reversedPart(ofLine, quantity) }]
      : stepsOf(ofLine, quantity)
    const beyond = steps.find(({ left }) => compareQuantity(quantity, left) > 0)
    if (beyond !== undefined)
      details.push(beyondMoved(lineNo, first.materialNo, quantity, beyond.left))
    else for (const step of steps) for (const [id, part] of step.part()) amounts.set(id, part)
  }
  const taken = open.flatMap((move) => {
    const quantity = amounts.get(move.id)
    return quantity !== undefined && isPositive(quantity) ? [{ move, quantity }] : []
  })
  return { taken, details }
}

/** The latest moves of each movement type, of which each uses the quantity. */
function stepsOf(ofLine: readonly RecordedMove[], quantity: Quantity) {
  return [...Map.groupBy(ofLine, (move) => move.movementType).values()].map((moves) => ({
    left: sumQuantities(moves.map((move) => move.remaining)),
    part: () => {
      let wanted = quantity
      return moves.map((move): [string, Quantity] => {
        const part = minimumQuantity(wanted, move.remaining)
        wanted = subtractQuantity(wanted, part)
        return [move.id, part]
      })
    },
  }))
}

function opposite(move: RecordedMove, quantity: Quantity): PlannedMove {
  const giveBack = minimumQuantity(move.consumedRemaining, quantity)
  return {
    lineNo: move.lineNo,
    from: move.to,
    to: move.from,
    fromKey: move.toKey,
    toKey: move.fromKey,
    quantity,
    second: null,
    reversedShare: secondShareOf(move),
    movementType: move.erp?.reversalMovementType ?? move.movementType,
    postsToErp: move.postsToErp,
    erp: null,
    amount: shareOfAmount(move, quantity),
    amountSource: move.amountSource,
    reverses: move.id,
    consumesHold: undefined,
    restoresHold:
      move.consumedHoldId !== null && isPositive(giveBack)
        ? { holdId: move.consumedHoldId, quantity: giveBack }
        : undefined,
  }
}

/**
 * The share of the amount, computed from the sum of all reversals so far, so that many small reversals neither lose a
 * cent nor exceed the amount.
 */
function shareOfAmount(move: RecordedMove, quantity: Quantity): Money | null {
  if (move.amount === null || isZero(move.quantity)) return move.amount
  const reversed = addQuantity(subtractQuantity(move.quantity, move.remaining), quantity)
  return subtractMoney(
    proportionOfMoney(move.amount, reversed, move.quantity),
    move.reversedAmount ?? zeroMoney,
  )
}
