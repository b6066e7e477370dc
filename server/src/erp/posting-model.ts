// What the product asks the ERP to book, in the product's own words: no SAP field name appears here.
// The adapter in ./s4 is the only place that translates (spec sap.md section 1, "keep an adapter boundary").
import type { LocalDate } from '@kufang/kernel/local-date.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'

/** Stock categories the ERP's books distinguish; '' where there is none (outside the stock). */
export type StockCategory = '' | 'GRB' | 'QI' | 'UU' | 'BL' | 'IT'

/** A key of the ERP's books without the material: what a quantity is taken from or put to. */
export interface ErpPlace {
  plant: string
  storageLocation: string
  stockCategory: StockCategory
  /** '' own, K consignment, Q project, E sales order, O at the subcontractor. */
  specialStock: '' | 'K' | 'Q' | 'E' | 'O'
  /** Supplier for K and O, WBS element for Q, `order/item` for E. */
  specialStockReference: string
  batch: string
}

/** One line of an ERP document. `quantity` is in the base unit `unit`, above zero. */
export interface PostingItemRequest {
  documentLine: number
  /** The stock_move this item books; the proof of both books hangs on it. */
  moveId: string
  materialNo: string
  quantity: Quantity
  unit: string
  /** When the document was entered in another unit: sent to the ERP instead of quantity and unit. */
  entryQuantity?: Quantity
  entryUnit?: string
  movementType: string
  /** null: the goods come from outside the stock. */
  from: ErpPlace | null
  /** null: the goods leave the stock. */
  to: ErpPlace | null
  /** B purchase order, F production order, L delivery; found from the references when left out. */
  referenceDocumentType?: '' | 'B' | 'F' | 'L'
  /** Needed only where neither side is stock: a receipt that is consumed at once (account assignment). */
  plant?: string
  storageLocation?: string
  purchaseOrder?: string
  purchaseOrderItem?: string
  reservation?: string
  reservationItem?: string
  salesOrder?: string
  salesOrderItem?: string
  delivery?: string
  deliveryItem?: string
  supplierNo?: string
  customerNo?: string
  costCenter?: string
  wbsElement?: string
  orderNo?: string
  networkNo?: string
  assetNo?: string
  assetSubNo?: string
  glAccount?: string
  /** Reason for movement (GRUND). */
  reason?: string
  recipient?: string
  unloadingPoint?: string
  itemText?: string
  productionDate?: LocalDate
  expiryDate?: LocalDate
  /** The reservation item is finished with this issue. */
  finalIssue?: boolean
  /** The order item is finished with this receipt. */
  deliveryCompleted?: boolean
  /** The ERP document this one refers to, such as the receipt of a return (122). */
  referenceMaterialDocument?: { materialDocument: string; year: string; item: string }
}

/** A posting as others refer to it: it may be of another company. */
export interface PostingReference {
  companyCode: string
  postingId: string
}

/** One ERP document to be. */
export interface PostingRequest {
  companyCode: string
  documentType: string
  documentId: string
  documentNo: string
  /** 1, 2, ... when one document needs several ERP documents, in this order. */
  step: number
  postingDate: LocalDate
  documentDate: LocalDate
  /** The paper's number, usually the supplier's delivery note. */
  reference?: string
  headerText?: string
  /** 01 receipt for purchase order ... 07 (spec sap.md section 1, T158G). */
  goodsMovementCode: string
  items: PostingItemRequest[]
  /** Postings that must be in the ERP's books before this one is sent; of any company. */
  dependsOn?: readonly PostingReference[]
  userId: string
}

export type PostingState =
  | 'pending'
  | 'sending'
  | 'posted'
  | 'rejected'
  | 'unknown'
  | 'blocked'
  | 'dead'
  | 'closed'

export type PostingDirection = 'post' | 'reverse'

/** What the caller of a request gets back. `created` is false when the posting stood there already. */
export interface PostingHandle {
  postingId: string
  postingKey: string
  state: PostingState
  created: boolean
}

/** One detail of the ERP's refusal, in its own words. */
export interface ErpDetail {
  code: string
  message: string
  propertyRef: string
  target: string
}

/** What the ERP said about one item after posting it. */
export interface SettledItem {
  itemNo: number
  documentLine: number
  moveId: string
  materialNo: string
  quantity: Quantity
  unit: string
  movementType: string
  from: ErpPlace | null
  to: ErpPlace | null
  materialDocumentItem: string
  /** Value in the company's currency as the ERP posted it, always positive; null until read back. */
  postedAmount: string | null
  postedCurrency: string
}

/** A posting that has just come to rest (or was read back), as handed to `onSettled`. */
export interface SettledPosting {
  /**
   * `posted`: the ERP has it (now or found by look-up, or typed in by a person); `read-back`: amounts
   * arrived later than the number; `rejected`, `dead`, `blocked`: a person is needed; `waiting`: in
   * doubt, looked up later; `resumed`: a person or the sender put it back into the queue; `closed`:
   * given up without an ERP document.
   */
  event: 'posted' | 'read-back' | 'rejected' | 'dead' | 'blocked' | 'waiting' | 'resumed' | 'closed'
  companyCode: string
  postingId: string
  postingKey: string
  documentType: string
  documentId: string
  documentNo: string
  step: number
  generation: number
  direction: PostingDirection
  reversesPostingId: string | null
  state: PostingState
  postingDate: LocalDate
  /** '' while the ERP gave none. */
  materialDocument: string
  materialDocumentYear: string
  sapCode: string
  sapMessage: { zh: string; en: string }
  sapDetails: ErpDetail[]
  transactionId: string
  attempts: number
  items: SettledItem[]
}
