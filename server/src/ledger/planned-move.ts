import type { Money } from '@kufang/kernel/money.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import type { ErpMovement } from '../erp/erp-movement.ts'
import type { StockKey } from './key.ts'
import type { AmountSource, HoldReference, MoveRequest } from './move.ts'

/** What a reversed move moved in the second unit, of which its reversal takes a share. */
export interface SecondShare {
  /** What the move moved: base and second quantity. */
  moved: Quantity
  second: Quantity
  /** What earlier reversals of it took back. */
  reversed: Quantity
  reversedSecond: Quantity
  /** What moves before it in the same request take back, in the base unit. */
  before: Quantity
}

/** A move with resolved keys, ready to be checked against the balances. */
export interface PlannedMove {
  lineNo: number
  from: StockKey
  to: StockKey
  fromKey: number
  toKey: number
  quantity: Quantity
  /** What was weighed or counted in the second unit; null where nobody did. */
  second: Quantity | null
  /** What `second` is of, if the move is a part of it. */
  secondOf?: MoveRequest['secondOf']
  /** Candidates, of which those at `from` are moved; undefined: all that a reversed move moved. */
  serialNumbers?: readonly string[] | undefined
  /** For a reversal: what the move moved in the second unit, null for nothing. */
  reversedShare?: SecondShare | null
  movementType: string
  postsToErp: boolean
  erp: ErpMovement | null
  amount: Money | null
  amountSource: AmountSource
  reverses: string | null
  consumesHold: HoldReference | undefined
  /** For a reversal: the hold to which at most this quantity is returned. */
  restoresHold: { holdId: string; quantity: Quantity } | undefined
}

/** A move that exceeds the stock of its key. */
export interface Shortage {
  move: PlannedMove
  /** The quantity it could have taken: free stock plus its own hold. */
  available: Quantity
  /** The quantity on the key, held or not. */
  present: Quantity
}
