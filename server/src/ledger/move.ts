import type { Money } from '@kufang/kernel/money.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import type { ErpMovement } from '../erp/erp-movement.ts'
import type { StockKey } from './key.ts'

/** Reservations count in `reserved` of a balance, all other kinds in `frozen`. */
export type HoldKind = 'reservation' | 'freeze' | 'eam' | 'scrap'

/**
 * An estimate from the order or the last known ERP price, an amount entered by a person, or none; never the ERP's own
 * amount.
 */
export type AmountSource = 'order-price' | 'last-erp-price' | 'entered' | 'none'

/** The hold a move may consume: the one of this document line on the key the goods leave. */
export interface HoldReference {
  kind: HoldKind
  documentType: string
  documentId: string
  lineNo: number
}

/** A movement of goods requested for a document line. */
export interface MoveRequest {
  lineNo: number
  from: StockKey
  to: StockKey
  /** Positive, in the base unit; zero where a count puts right the second quantity alone. */
  quantity: Quantity
  /**
   * What was weighed or counted in the second unit of the material, if it has one; negative where a count finds fewer
   * pieces that weigh more, or more that weigh less.
   */
  secondQuantity?: Quantity | undefined
  /** What `secondQuantity` is of, if the move is a part of it: the part that follows `before`. */
  secondOf?: { quantity: Quantity; before: Quantity } | undefined
  /**
   * Of a serial-managed material, the serial numbers of its line: the move takes those of them that lie at `from`. Of a
   * reversal, those it takes back; all that its move moved if absent.
   */
  serialNumbers?: readonly string[] | undefined
  movementType: string
  /** Whether the move is posted to the ERP. */
  postsToErp: boolean
  /** The data to post to the ERP, recorded with the move. */
  erp?: ErpMovement | undefined
  /** For the whole quantity. */
  amount?: Money | undefined
  amountSource?: AmountSource | undefined
  consumesHold?: HoldReference | undefined
  /** The move reversed by this one, completely or in part. */
  reverses?: string | undefined
  /** What holds the goods follows them to their new key, if it is of a document of these types. */
  takesHoldsOf?: readonly string[] | undefined
}

/** The document for which goods move; `now` is the current time, never backdated. */
export interface MoveDocument {
  companyCode: string
  documentType: string
  documentId: string
  /**
   * The document number, or a function that draws it in the packet that writes the moves, to keep its lock short; the
   * function returns null while the number is unknown (`numberOrDrawn`).
   */
  documentNo: string | (() => string | null)
  userId: string
  now: Date
  /** Unique per request: posting again with the same prefix returns the first result. */
  idempotencyPrefix: string
}

/** A move as recorded by the ledger. */
export interface PostedMove {
  id: string
  lineNo: number
  from: StockKey
  to: StockKey
  fromKey: number
  toKey: number
  materialNo: string
  quantity: Quantity
  /** In the second unit; null if the material has none. */
  secondQuantity: Quantity | null
  movementType: string
  postsToErp: boolean
  /** null if not posted to the ERP, and for reversals, which reverse the posting of the original. */
  erp: ErpMovement | null
  amount: Money | null
  amountSource: AmountSource
  reverses: string | null
  /** The quantity consumed from a hold; negative for a reversal, which returns it. */
  consumedQuantity: Quantity
}

export interface PostMovesRequest extends MoveDocument {
  /** In order of execution: goods may leave a key that an earlier move of the list filled. */
  moves: readonly MoveRequest[]
}

export interface ReverseMovesRequest {
  companyCode: string
  /** The document whose moves are reversed. */
  documentType: string
  documentId: string
  byDocumentType: string
  byDocumentId: string
  byDocumentNo: string
  userId: string
  now: Date
  idempotencyPrefix: string
  /**
   * Only these lines and quantities; everything not yet reversed if absent. Moves of a line with the same movement type
   * share the quantity (several bins); each movement type is a step that uses all of it (received, then issued
   * directly). With `step` only the moves of that posting step are reversed, with `into` only those into that place.
   */
  lines?: readonly {
    lineNo: number
    quantity: Quantity
    step?: string
    into?: StockKey['place']
    /** Back over all moves by which the goods came where they are, such as from bin to bin. */
    isAllTheWay?: true
    /** The pieces taken back of a serial-managed material, if not all that were moved. */
    serialNumbers?: readonly string[]
  }[]
}
