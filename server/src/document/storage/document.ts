import type { Act } from '@kufang/contract/document/declare/define-document.ts'
import type { ErpState } from '@kufang/contract/document/declare/erp-state.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'

/** A header of any type: common columns typed, the others by name. */
export interface DocumentHeader {
  id: string
  companyCode: string
  docNo: string
  state: string
  erpState: ErpState
  version: number
  acts: Record<string, Act>
  plant: string
  storageLocation: string
  documentDate: string
  postingDate: string | null
  createdBy: string
  createdByName: string
  createdAt: string
  updatedAt: string
  [field: string]: unknown
}

/** A line of any type. */
export interface DocumentLine {
  lineNo: number
  materialNo: string
  description: string | null
  specification: string | null
  materialGroup: string | null
  unit: string
  entryUnit: string | null
  unitNumerator: number | null
  unitDenominator: number | null
  quantity: Quantity
  secondUnit: string | null
  secondQuantity: Quantity | null
  doneQuantity: Quantity
  heldQuantity: Quantity
  closedQuantity: Quantity
  openQuantity: Quantity
  freeQuantity: Quantity
  progress: string
  lineErpState: ErpState
  sourceType: string | null
  sourceId: string | null
  sourceNo: string | null
  sourceLine: number | null
  [field: string]: unknown
}

export interface LoadedDocument {
  header: DocumentHeader
  lines: DocumentLine[]
  /**
   * Numbers of the lines outside the data scope of the person it was loaded for; they are not in `lines`, and the person
   * may not act on the document. Absent if there are none.
   */
  hiddenLines?: readonly number[]
}

/** Lines as they are inserted. */
export type NewLines = (Record<string, unknown> & { lineNo: number; quantity: Quantity })[]
