import type { Money } from '@kufang/kernel/money.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import type { ErpMovement } from '../../erp/erp-movement.ts'
import type { StockKey } from './key.ts'

/** reservation and the like; `reserved` on a balance counts reservations, `frozen` all other kinds. */
export type HoldKind = 'reservation' | 'freeze' | 'eam' | 'scrap'

/** An estimate from the order or from the last known ERP price, an amount that a person entered, or none; never the ERP's own. */
export type AmountSource = 'order-price' | 'last-erp-price' | 'entered' | 'none'

/** Which hold a move may use up: the one of this document line on the key the goods leave. */
export interface HoldReference {
  kind: HoldKind
  documentType: string
  documentId: string
  lineNo: number
}

/** One movement of goods that a document line wants. */
export interface MoveRequest {
  lineNo: number
  from: StockKey
  to: StockKey
  /** More than zero, in the base unit. */
  quantity: Quantity
  movementType: string
  /** Whether the ERP has to be told of it. */
  postsToErp: boolean
  /** As what the ERP is told of it; kept with the move, and posted from there. */
  erp?: ErpMovement | undefined
  /** Of the whole quantity. */
  amount?: Money | undefined
  amountSource?: AmountSource | undefined
  consumesHold?: HoldReference | undefined
  /** The move this one takes back, wholly or in part. */
  reverses?: string | undefined
}

/** The document on whose behalf goods move; `now` is the physical time, never a date in the past. */
export interface MoveDocument {
  companyCode: string
  documentType: string
  documentId: string
  /**
   * The number, or what has it drawn with the packet that writes the moves, so that nobody waits for it longer;
   * that gives null while it is not known (`numberOrDrawn`).
   */
  documentNo: string | (() => string | null)
  userId: string
  now: Date
  /** Unique per acting request: posting again under the same prefix answers with what was posted first. */
  idempotencyPrefix: string
}

/** A move as the ledger recorded it. */
export interface PostedMove {
  id: string
  lineNo: number
  from: StockKey
  to: StockKey
  fromKey: number
  toKey: number
  materialNo: string
  quantity: Quantity
  movementType: string
  postsToErp: boolean
  /** null where the ERP is not told, and on reversals: their originals' postings are reversed. */
  erp: ErpMovement | null
  amount: Money | null
  amountSource: AmountSource
  reverses: string | null
  /** What it took from a hold; on a reversal negative: what it gave back. */
  consumedQuantity: Quantity
}

export interface PostMovesRequest extends MoveDocument {
  /** In the order in which they happen: goods may leave a key that an earlier move of the list filled. */
  moves: readonly MoveRequest[]
}

export interface ReverseMovesRequest {
  companyCode: string
  /** The document whose moves are taken back. */
  documentType: string
  documentId: string
  byDocumentType: string
  byDocumentId: string
  byDocumentNo: string
  userId: string
  now: Date
  idempotencyPrefix: string
  /**
   * Only these lines and quantities; everything not yet reversed when absent. Moves of a line with
   * the same movement type share the quantity (several bins), different types are steps that each
   * take all of it (received, then issued directly).
   */
  lines?: readonly { lineNo: number; quantity: Quantity }[]
}
