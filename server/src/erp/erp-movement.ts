import type {
  AccountAssignmentKind,
  MovementBasisKind,
} from '@kufang/contract/document/movement-words.ts'
import type { PostingItemRequest } from './posting-model.ts'

// What a move means to the ERP: determined when goods move, recorded with the move, and posted from there.

/** The account assignment, with the objects for the ERP's item. */
export type AccountAssignment =
  | { kind: 'cost-center'; costCenter: string }
  | { kind: 'project'; wbsElement: string }
  | { kind: 'order' | 'production-order'; orderNo: string }
  | { kind: 'network'; networkNo: string }
  | { kind: 'sales-order'; salesOrder: string; salesOrderItem: string }
  | { kind: 'asset'; assetNo: string; assetSubNo?: string }
  | { kind: 'return-order' | 'shortage' | 'free-of-charge' | 'other-plant' | 'other-company' }

/** A movement type that the ERP's document prescribes. */
export interface PrescribedMovement {
  movementType: string
  /** Number and item of the document, as shown: a reservation item. */
  source: string
  /** All account assignments its goods may be charged to; the movement type determines which. */
  accountAssignments: readonly AccountAssignment[]
}

/** The document a movement refers to, with its item. */
export type MovementBasis =
  | {
      kind: 'purchase-order'
      purchaseOrder: string
      purchaseOrderItem: string
      supplierNo?: string | undefined
    }
  | { kind: 'order'; orderNo: string }
  | { kind: 'delivery'; delivery: string; deliveryItem: string; customerNo?: string }

/** The ERP item's data besides material, quantity, movement type and the two sides. */
export type MovementItem = Omit<
  PostingItemRequest,
  | 'documentLine'
  | 'moveId'
  | 'materialNo'
  | 'quantity'
  | 'unit'
  | 'entryQuantity'
  | 'entryUnit'
  | 'movementType'
  | 'from'
  | 'to'
  | 'referenceDocumentType'
>

/** The applied part of a movement rule, with account assignment and basis. */
export interface ErpMovement {
  /** The movement type of the reversal, such as 102 for 101. */
  reversalMovementType: string
  goodsMovementCode: string
  referenceDocumentType: '' | 'B' | 'F' | 'L'
  /** '' without account assignment. */
  accountAssignment: AccountAssignmentKind | ''
  /** '' without reference. */
  basis: MovementBasisKind | ''
  item: MovementItem
  /** A difference of a count, posted by a physical inventory document; absent: by a goods movement. */
  isByInventoryDocument?: true
  /** The posting step of the document that posts it, if it is posted in steps. */
  step?: string
}
