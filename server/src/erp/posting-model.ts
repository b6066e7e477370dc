// Posting requests in the product's own terms, without SAP field names. The adapter in ./s4 is the only place that
// translates them (spec sap.md section 1, "keep an adapter boundary").
import type { LocalDate } from '@kufang/kernel/local-date.ts'
import type { Money } from '@kufang/kernel/money.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'

/** Where the ERP's value of posted goods is read (`valuesOfGoods`); with 'none' estimates stay. */
export const valueSources = [
  'accounting-document',
  'goods-movement-view',
  'valuation-price',
  'none',
] as const
export type ValueSource = (typeof valueSources)[number]

/** Stock categories of the ERP's book; '' for none (outside the stock). */
export type StockCategory = '' | 'GRB' | 'QI' | 'UU' | 'BL' | 'IT'

/** A key of the ERP's book without the material: the source or target of a quantity. */
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

/** A line of an ERP document. `quantity` is positive, in the base unit `unit`. */
export interface PostingItemRequest {
  documentLine: number
  /** The stock_move posted by this item, by which both ledgers are reconciled. */
  moveId: string
  materialNo: string
  quantity: Quantity
  unit: string
  /** If the document was entered in another unit: sent to the ERP instead of quantity and unit. */
  entryQuantity?: Quantity
  entryUnit?: string
  movementType: string
  /** null: the goods come from outside the stock. */
  from: ErpPlace | null
  /** null: the goods leave the stock. */
  to: ErpPlace | null
  /** B purchase order, F production order, L delivery; derived from the references if absent. */
  referenceDocumentType?: '' | 'B' | 'F' | 'L'
  /** Required only if neither side is stock: a receipt consumed immediately (account assignment). */
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
  /** Of goods that are valued separately (BWTAR). */
  valuationType?: string
  /** The material has no batches in the ERP: the `batch` of its places is the valuation type and is not sent. */
  isUnderValuationType?: boolean
  /** One for each piece of `quantity`, of a material with serial numbers. */
  serialNumbers?: readonly string[]
  /** What the goods of an opening or of a receipt without order are worth, as a person entered it. */
  enteredAmount?: Money
  productionDate?: LocalDate
  expiryDate?: LocalDate
  /** The reservation item is completed by this issue. */
  finalIssue?: boolean
  /** The order item is completed by this receipt. */
  deliveryCompleted?: boolean
  /** The movement whose ERP item this one settles: its number is filled in when the request is sent. */
  settlesMove?: string
  /** The referenced ERP document, such as the receipt of a return (122). */
  referenceMaterialDocument?: { materialDocument: string; year: string; item: string }
}

/** A reference to a posting, possibly of another company. */
export interface PostingReference {
  companyCode: string
  postingId: string
}

/** A request for one ERP document. */
export interface PostingRequest {
  companyCode: string
  documentType: string
  documentId: string
  documentNo: string
  /** 1, 2, ... if a document needs several ERP documents, in this order. */
  step: number
  postingDate: LocalDate
  documentDate: LocalDate
  /** The external document number, usually the supplier's delivery note. */
  reference?: string
  headerText?: string
  /** 01 receipt for purchase order ... 07 (spec sap.md section 1, T158G). */
  goodsMovementCode: string
  /**
   * Differences of a count, posted by a physical inventory document: of one storage location and one kind of special stock,
   * all shortages or all surpluses.
   */
  isByInventoryDocument?: boolean
  items: PostingItemRequest[]
  /** Postings, of any company, that must be posted before this one is sent. */
  dependsOn?: readonly PostingReference[]
  userId: string
}

/** The interfaces by which postings are sent. */
export type PostingInterface = 'material-document' | 'outbound-delivery' | 'physical-inventory'

/**
 * The outbound delivery whose goods issue a request is; '' for a goods movement. The ERP posts 601, 641 and 643 by their
 * delivery only (reference type L).
 */
export function deliveryOf({ items }: Pick<PostingRequest, 'items'>): string {
  const [first] = items
  return first?.referenceDocumentType === 'L' ? (first.delivery ?? '') : ''
}

/** The interface that sends a request. */
export function interfaceOfRequest(
  request: Pick<PostingRequest, 'items' | 'isByInventoryDocument'>,
): PostingInterface {
  if (request.isByInventoryDocument === true) return 'physical-inventory'
  return deliveryOf(request) === '' ? 'material-document' : 'outbound-delivery'
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

/** The result of a request. `created` is false if the posting already existed. */
export interface PostingHandle {
  postingId: string
  postingKey: string
  state: PostingState
  created: boolean
}

/** `isSentAgain` if it was refused before: what waits for it does not wait behind a refused one any more. */
export interface RequestedPosting extends PostingHandle {
  isSentAgain: boolean
}

/** A detail of the ERP's error, in its own words. */
export interface ErpDetail {
  code: string
  message: string
  propertyRef: string
  target: string
}

/** What an item of an ERP document is worth there, always positive. */
export interface GoodsValue {
  amount: Money
  currency: string
}

/** What the items of an ERP document are worth, by item number, and where it was read; one without a value is unknown. */
export interface GoodsValues {
  source: ValueSource
  byItem: ReadonlyMap<string, GoodsValue>
}

/** The ERP's data about a posted item. */
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
  /** Value in the company's currency as posted by the ERP, always positive; null while it is unknown, or if it has none. */
  postedAmount: string | null
  postedCurrency: string
  /** Which source says so (`ValueSource`); '' without an amount. */
  postedValueSource: string
}

/** A posting after a change of state (or read back), as passed to `onSettled`. */
export interface SettledPosting {
  /**
   * `posted`: it is in the ERP (now, found by look-up, or entered by a person); `read-back`: amounts arrived after the
   * number; `rejected`, `dead`, `blocked`: a person must act; `waiting`: in doubt, looked up later; `resumed`: put back
   * into the queue by a person or the sender; `closed`: given up without an ERP document.
   */
  event: 'posted' | 'read-back' | 'rejected' | 'dead' | 'blocked' | 'waiting' | 'resumed' | 'closed'
  companyCode: string
  postingId: string
  /** Its place in the order of postings. */
  sequence: number
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
  /** '' if the ERP has not assigned one. */
  materialDocument: string
  materialDocumentYear: string
  sapCode: string
  sapMessage: { zh: string; en: string }
  sapDetails: ErpDetail[]
  transactionId: string
  attempts: number
  items: SettledItem[]
}
