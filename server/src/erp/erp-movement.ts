import type {
  AccountAssignmentKind,
  MovementBasisKind,
} from '@kufang/contract/document/movement-words.ts'
import type { PostingItemRequest } from './posting-model.ts'

// What a move means to the ERP: decided when goods move, kept with the move, and posted from there.

/** What goods are charged to, with the objects the ERP's item then carries. */
export type AccountAssignment =
  | { kind: 'cost-center'; costCenter: string }
  | { kind: 'project'; wbsElement: string }
  | { kind: 'order' | 'production-order'; orderNo: string }
  | { kind: 'network'; networkNo: string }
  | { kind: 'sales-order'; salesOrder: string; salesOrderItem: string }
  | { kind: 'asset'; assetNo: string; assetSubNo?: string }
  | { kind: 'return-order' | 'free-of-charge' | 'other-plant' }

/** The document that a movement refers to, with its item. */
export type MovementBasis =
  | {
      kind: 'purchase-order'
      purchaseOrder: string
      purchaseOrderItem: string
      supplierNo?: string | undefined
    }
  | { kind: 'order'; orderNo: string }
  | { kind: 'delivery'; delivery: string; deliveryItem: string; customerNo?: string }

/** What the ERP's item says besides material, quantity, movement type and the two sides. */
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

/** The part of a movement rule that applied to a move, with what the move is charged to and refers to. */
export interface ErpMovement {
  /** The movement type that takes the move back, such as 102 for 101. */
  reversalMovementType: string
  goodsMovementCode: string
  referenceDocumentType: '' | 'B' | 'F' | 'L'
  /** '' where nothing is charged. */
  accountAssignment: AccountAssignmentKind | ''
  /** '' where nothing is referred to. */
  basis: MovementBasisKind | ''
  item: MovementItem
}
