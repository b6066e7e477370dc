import { zeroMoney } from '@kufang/kernel/money.ts'
import { isNegative, isPositive, isZero } from '@kufang/kernel/quantity.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import { entryOf } from '@kufang/kernel/present.ts'
import type { Transaction } from '../platform/database/database.ts'
import { placeTaken, releaseToTakeAlong } from './holds/take-along.ts'
import { shortOrFrozen } from './holds/who-holds.ts'
import { applyMoves } from './apply-moves.ts'
import { findBlocker } from './find-blocker.ts'
import type { PlannedMove } from './planned-move.ts'
import { resolveKeys, stockKeyText } from './key.ts'
import type { MoveRequest, PostMovesRequest, PostedMove } from './move.ts'
import { planReversals } from './reversible.ts'

/**
 * Moves goods for a document in the caller's transaction: writes moves and updates balances and holds in a constant
 * number of statements (two if all keys are cached, one more if holds are consumed). Moves are applied in the given
 * order; the same key on several lines is summed. A repeated idempotency prefix writes nothing and returns the first
 * result. Goods that are put elsewhere with what holds them (`takesHoldsOf`) need four statements more, and are refused as
 * reversals are ('stock-moved-on', 'stock-held').
 * @throws Refusal 'stock-short' with one detail per short line: {material, bin, batch, available, wanted}, or 'stock-frozen'
 * with what freezes its goods;
 * 'reversal-beyond-moved' if `reverses` names a move with less left to reverse
 */
export async function postMoves(tx: Transaction, request: PostMovesRequest): Promise<PostedMove[]> {
  const { companyCode, moves } = request
  for (const move of moves) checkMove(companyCode, move)
  const keys = await resolveKeys(
    tx,
    moves.flatMap(({ from, to }) => [from, to]),
  )
  const reversals = await planReversals(tx, companyCode, moves)
  const keyIds = (move: MoveRequest) => ({
    fromKey: entryOf(keys, stockKeyText(move.from)),
    toKey: entryOf(keys, stockKeyText(move.to)),
  })
  const planned = moves.map((move, index): PlannedMove => ({
    lineNo: move.lineNo,
    from: move.from,
    to: move.to,
    ...keyIds(move),
    quantity: move.quantity,
    second: move.secondQuantity ?? null,
    secondOf: move.secondOf,
    serialNumbers: move.serialNumbers,
    ...reversals[index],
    movementType: move.movementType,
    postsToErp: move.postsToErp,
    erp: move.erp ?? null,
    ...amountOf(move),
    reverses: move.reverses ?? null,
    consumesHold: move.consumesHold,
    restoresHold: reversals[index]?.restoresHold,
  }))
  const followed = moves.filter(({ takesHoldsOf }) => takesHoldsOf !== undefined)
  if (followed.length === 0)
    return applyMoves(tx, request, planned, (shortages) =>
      shortOrFrozen(
        tx,
        companyCode,
        shortages.map(({ move, available }) => ({
          lineNo: move.lineNo,
          key: move.from,
          available,
          wanted: move.quantity,
        })),
      ),
    )
  const taken = await releaseToTakeAlong(
    tx,
    companyCode,
    request.now,
    followed.map((move) => ({ ...keyIds(move), quantity: move.quantity })),
    [...new Set(followed.flatMap(({ takesHoldsOf = [] }) => takesHoldsOf))],
  )
  const posted = await applyMoves(tx, request, planned, (shortages) =>
    findBlocker(tx, request, shortages),
  )
  await placeTaken(tx, companyCode, taken)
  return posted
}

/** The amount of a move; what moves no goods is worth nothing at any price, so that values stay known. */
function amountOf(move: MoveRequest): Pick<PlannedMove, 'amount' | 'amountSource'> {
  if (isZero(move.quantity)) return { amount: zeroMoney, amountSource: 'last-erp-price' }
  return {
    amount: move.amount ?? null,
    amountSource: move.amount === undefined ? 'none' : (move.amountSource ?? 'none'),
  }
}

/** These are bugs of the calling document, not user errors: fields are validated before. */
function checkMove(companyCode: string, move: MoveRequest): void {
  const fault = (what: string) => new Error(`move of line ${move.lineNo}: ${what}`)
  const isCounted = [move.from.place, move.to.place].includes('count-difference')
  const second = move.secondQuantity ?? '0'
  const isOfSecondAlone = isCounted && isZero(move.quantity) && isPositive(second as Quantity)
  if (!isPositive(move.quantity) && !isOfSecondAlone)
    throw fault(`quantity ${move.quantity} is not positive`)
  if (isOfSecondAlone && (move.postsToErp || move.reverses !== undefined))
    throw fault('the ERP knows no second quantity, and its reversal follows from the recorded move')
  if (isNegative(second as Quantity) && !isCounted)
    throw fault(`second quantity ${second} is negative`)
  if (move.from.companyCode !== companyCode || move.to.companyCode !== companyCode)
    throw fault('its keys are of another company than its document')
  if (move.from.materialNo !== move.to.materialNo)
    throw fault('one material cannot become another: take the one out and the other in')
  if (stockKeyText(move.from) === stockKeyText(move.to)) throw fault('it goes nowhere')
  if (move.postsToErp && move.erp === undefined && move.reverses === undefined)
    throw fault('it does not say as what the ERP is told of it')
  if (move.amount !== undefined && (move.amountSource ?? 'none') === 'none')
    throw fault('an amount needs its source')
}
