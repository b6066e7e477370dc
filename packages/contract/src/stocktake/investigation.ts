import type { Quantity } from '@kufang/kernel/quantity.ts'

// What may explain a difference before it is put right: papers that are not finished about the very stock.

/** Why a document is named beside a difference. */
export type Suspicion =
  /** Its goods moved on this stock, and the ERP does not know it yet. */
  | 'unposted'
  /** It is about these goods here and has not come to its end. */
  | 'underWay'
  /** It holds a part of this stock. */
  | 'holds'
  /** Its goods moved on this stock since the snapshot; that is reckoned in. */
  | 'movedSince'

/** A document that may explain a difference. */
export interface Suspect {
  suspicion: Suspicion
  documentType: string
  documentId: string
  documentNo: string
  /** Its state; null of movements. */
  state: string | null
  /** What came, or went (negative), or is held or on the way. */
  quantity: Quantity
  at: string
  /** Whether the person may open it. */
  isReadable: boolean
}

/** A difference with what may explain it, unposted documents first. */
export interface InvestigatedLine {
  lineNo: number
  materialNo: string
  description: string
  bin: string
  unit: string
  /** What the books had at the snapshot, and what moved until it was counted. */
  quantity: Quantity
  movedQuantity: Quantity
  differenceQuantity: Quantity
  suspects: Suspect[]
}

export interface Investigation {
  lines: InvestigatedLine[]
}
