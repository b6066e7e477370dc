import type { Money } from '@kufang/kernel/money.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import type { ErpMovement } from '../../erp/erp-movement.ts'
import type { StockKey } from './key.ts'
import type { AmountSource, HoldReference } from './move.ts'

/** A move with everything known about it, ready to be checked against the balances. */
export interface PlannedMove {
  lineNo: number
  from: StockKey
  to: StockKey
  fromKey: number
  toKey: number
  quantity: Quantity
  movementType: string
  postsToErp: boolean
  erp: ErpMovement | null
  amount: Money | null
  amountSource: AmountSource
  reverses: string | null
  consumesHold: HoldReference | undefined
  /** On a reversal: the hold that gets back at most this much. */
  restoresHold: { holdId: string; quantity: Quantity } | undefined
}

/** A move that finds less on its key than it wants. */
export interface Shortage {
  move: PlannedMove
  /** What it could have taken: free stock and its own hold. */
  available: Quantity
  /** What lies there, held or not. */
  present: Quantity
}
