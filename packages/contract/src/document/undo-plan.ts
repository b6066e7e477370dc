import type { Label } from './declare/label.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import type { StepPeople } from './api.ts'

// The answers of the calls that undo a document together with its successors.

/** A step of undoing a document together with its successors. */
export interface UndoRow extends StepPeople {
  documentType: string
  /** null of a document that the reader may not read: only type, number, step and people are given. */
  documentId: string | null
  documentNo: string
  state: string
  erpState: string
  /** null: the draft is deleted. */
  action: string | null
  label: Label
  path: string
  /** The ERP must answer before the next step is possible. */
  waitsForErp: boolean
  isMine: boolean
}

/** The steps that undo a document, in order, and the obstacles. */
export interface UndoPlan {
  steps: UndoRow[]
  /** Further steps, which are the company's: a supplier is given only his own. */
  hiddenSteps: number
  blockers: (RefusalDetail & { zh: string; en: string })[]
  /** Numbers of documents with an outstanding answer of the ERP. */
  waiting: string[]
}

/** The result of an undo request: the steps performed, and the next step assigned to others. */
export interface UndoResult {
  done: Pick<UndoRow, 'documentNo' | 'label'>[]
  asked: UndoRow | null
  plan: UndoPlan
}
