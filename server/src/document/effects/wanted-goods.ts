import type { LocalDate } from '@kufang/kernel/local-date.ts'
import type { Money } from '@kufang/kernel/money.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import type {
  AccountAssignment,
  MovementBasis,
  MovementItem,
  PrescribedMovement,
} from '../../erp/erp-movement.ts'
import type { AmountSource, HoldKind, HoldReference, StockKey } from '../../ledger/public.ts'

/** A goods movement requested by an effect; the configured movement rules determine its movement type. */
export interface WantedMove {
  lineNo: number
  from: StockKey
  to: StockKey
  /** Zero where only the second quantity is put right. */
  quantity: Quantity
  /** In the second unit, where it is not the share of the line's; negative: see `MoveRequest`. */
  secondQuantity?: Quantity | undefined
  /** Of a part of a line's quantity: its share of the line's second quantity follows that of what moved `before`. */
  secondOf?: { quantity: Quantity; before: Quantity }
  /** The pieces of a serial-managed material, if they are not those of the line. */
  serialNumbers?: readonly string[] | undefined
  amount?: Money
  amountSource?: AmountSource
  consumesHold?: HoldReference
  /** The account assignment; the movement rules use it to find the movement type. */
  accountAssignment?: AccountAssignment | undefined
  /** The movement type that the ERP's document prescribes; it must be in the permitted list, the movement rules. */
  prescribed?: PrescribedMovement | undefined
  /** The ERP object the movement refers to. */
  basis?: MovementBasis
  /** Further data of the ERP item: reservation, recipient, dates, reason. */
  item?: MovementItem
  /** The posting step that posts it, in a document with `postingSteps`. */
  step?: string
  /**
   * The goods lie elsewhere than was entered: what holds them goes with them, unless the document that holds them names the
   * bin in its lines, which must be released first.
   */
  takesHolds?: boolean
  /** The ERP has made this movement already: both books know the goods, and nothing is posted. */
  isInErp?: boolean
}

export interface WantedHold {
  lineNo: number
  key: StockKey
  quantity: Quantity
  /** As what it is held; a reservation if absent. */
  kind?: HoldKind
  /** The last day on which it is held, of holds that say so. */
  heldUntil?: LocalDate | null
  /** It was held before and is held again: also in a place that is held as a whole meanwhile. */
  isAgain?: boolean
}

/** A quantity of a line that is not held any more. */
export interface ReleasedQuantity {
  lineNo: number
  quantity: Quantity
}

/** A quantity of a line. */
export interface LineQuantity {
  lineNo: number
  quantity: Quantity
  /** Only of the movements of this posting step. */
  step?: string
  /** Only of the movements into this place, of which the ERP knows nothing: taken back whatever its books say. */
  into?: StockKey['place']
  /** Back over all movements by which the goods came where they are, such as from bin to bin. */
  isAllTheWay?: true
  /** The pieces of a serial-managed material, if not all that were moved. */
  serialNumbers?: readonly string[]
}
