import type { Quantity } from '@kufang/kernel/quantity.ts'
import type { Transaction } from '../platform/database/database.ts'
import type { StockKey } from './key.ts'
import type { HoldKind } from './move.ts'

export interface PlaceHoldsRequest {
  companyCode: string
  documentType: string
  documentId: string
  documentNo: string
  userId: string
  now: Date
  rows: readonly { lineNo: number; kind: HoldKind; key: StockKey; quantity: Quantity }[]
}

export interface ReleaseHoldsRequest {
  companyCode: string
  documentType: string
  documentId: string
  now: Date
  /** Only the holds of these lines (in part where a quantity is given); all of the document's when absent. */
  lines?: readonly { lineNo: number; quantity?: Quantity }[]
  kind?: HoldKind
}

export async function placeHolds(tx: Transaction, request: PlaceHoldsRequest): Promise<void> {
  throw new Error(`in work: ${request.documentNo} ${typeof tx}`)
}

export async function releaseHolds(tx: Transaction, request: ReleaseHoldsRequest): Promise<void> {
  throw new Error(`in work: ${request.documentId} ${typeof tx}`)
}
