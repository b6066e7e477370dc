import { toSapDate } from '@kufang/kernel/local-date.ts'
import { withZeros } from '../client/odata-text.ts'
import type {
  ErpPlace,
  PostingItemRequest,
  PostingRequest,
  StockCategory,
} from '../posting-model.ts'

/** The interface settings that affect the document. */
export interface BodySettings {
  keyField: 'MaterialDocumentHeaderText' | 'ReferenceDocument'
  materialLength: number
}

type Fields = Record<string, unknown>

/**
 * InventoryStockType if the movement type does not imply it; unrestricted stock needs none, except where an order item may
 * have a stock type of its own, which an item without one takes over.
 */
const stockTypes: Partial<Record<StockCategory, string>> = { QI: '02', BL: '07' }
/** These movement types imply their stock type. */
const ownStockType = /^(50[3-6]|55[3-6]|56[3-6]|70[3-8])$/
const none: ErpPlace = {
  plant: '',
  storageLocation: '',
  stockCategory: '',
  specialStock: '',
  specialStockReference: '',
  batch: '',
}

/**
 * The deep insert of A_MaterialDocumentHeader for a posting. Empty fields are omitted; free texts are truncated to
 * SAP's lengths, identifiers are not, so that SAP refuses an overlong number.
 */
export function materialDocumentBody(
  request: PostingRequest,
  key: string,
  settings: BodySettings,
): Fields {
  const paper = request.reference ?? ''
  const headerText =
    settings.keyField === 'MaterialDocumentHeaderText'
      ? key
      : request.headerText || paper || request.documentNo
  const reference = settings.keyField === 'ReferenceDocument' ? key : paper || request.documentNo
  return {
    GoodsMovementCode: request.goodsMovementCode,
    DocumentDate: toSapDate(request.documentDate),
    PostingDate: toSapDate(request.postingDate),
    MaterialDocumentHeaderText: cut(headerText, 25),
    ReferenceDocument: cut(reference.toUpperCase(), 16),
    to_MaterialDocumentItem: {
      results: request.items.map((item) => itemBody(item, request, settings)),
    },
  }
}

function itemBody(
  item: PostingItemRequest,
  request: PostingRequest,
  settings: BodySettings,
): Fields {
  // GR blocked stock is not a stock category in SAP: its release is a receipt.
  const from = item.from?.stockCategory === 'GRB' && item.to !== null ? null : item.from
  const main = from ??
    item.to ?? { ...none, plant: item.plant ?? '', storageLocation: item.storageLocation ?? '' }
  const fields: Fields = {
    Material: withZeros(item.materialNo, settings.materialLength),
    Plant: main.plant,
    StorageLocation: main.storageLocation,
    Batch: item.isUnderValuationType === true ? undefined : main.batch,
    InventoryValuationType: item.valuationType,
    GoodsMovementType: item.movementType,
    EntryUnit: item.entryUnit ?? item.unit,
    QuantityInEntryUnit: item.entryQuantity ?? item.quantity,
    GoodsMovementRefDocType: referenceType(item, request.goodsMovementCode),
    PurchaseOrder: item.purchaseOrder,
    PurchaseOrderItem:
      item.purchaseOrderItem === undefined ? undefined : withZeros(item.purchaseOrderItem, 5),
    SalesOrder: item.salesOrder,
    SalesOrderItem:
      item.salesOrderItem === undefined ? undefined : withZeros(item.salesOrderItem, 6),
    Delivery: item.delivery,
    DeliveryItem: item.deliveryItem === undefined ? undefined : withZeros(item.deliveryItem, 6),
    Reservation: item.reservation === undefined ? undefined : withZeros(item.reservation, 10),
    ReservationItem:
      item.reservationItem === undefined ? undefined : withZeros(item.reservationItem, 4),
    ReservationIsFinallyIssued: item.finalIssue === true ? true : undefined,
    Supplier: item.supplierNo,
    Customer: item.customerNo,
    CostCenter: item.costCenter,
    WBSElement: item.wbsElement,
    // For a goods movement a network is an order (its number is in the number range of orders).
    ManufacturingOrder: item.orderNo || item.networkNo,
    MasterFixedAsset: item.assetNo,
    FixedAsset: item.assetSubNo,
    GLAccount: item.glAccount,
    GoodsMovementReasonCode: item.reason === undefined ? undefined : withZeros(item.reason, 4),
    GoodsRecipientName: cut(item.recipient ?? '', 12),
    UnloadingPointName: cut(item.unloadingPoint ?? '', 25),
    // BKTXT and XBLNR hold the key and the external number, so our own number is found here (SGTXT).
    MaterialDocumentItemText: cut(
      item.itemText || `${request.documentNo}/${item.documentLine}`,
      50,
    ),
    // The one use of the amount: the ERP values by it what comes in without an order (EXBWR).
    GdsMvtExtAmtInCoCodeCrcy: item.enteredAmount,
    ManufactureDate: item.productionDate === undefined ? undefined : toSapDate(item.productionDate),
    ShelfLifeExpirationDate: item.expiryDate === undefined ? undefined : toSapDate(item.expiryDate),
    IsCompletelyDelivered: item.deliveryCompleted === true ? true : undefined,
    InvtryMgmtReferenceDocument: item.referenceMaterialDocument?.materialDocument,
    ReferenceDocumentFiscalYear: item.referenceMaterialDocument?.year,
    InvtryMgmtRefDocumentItem: item.referenceMaterialDocument?.item,
    to_SerialNumbers: serialNumbersBody(item),
    ...specialStockFields(from, item.to),
    ...counterpart(from, item.to, item),
  }
  if ((from === null || item.to === null) && !ownStockType.test(item.movementType))
    fields.InventoryStockType =
      stockTypes[main.stockCategory] ??
      (item.purchaseOrder && main.stockCategory === 'UU' ? '01' : undefined)
  return filled(fields)
}

/** The deep insert of A_SerialNumberMaterialDocument under the item (sap.md); one for each piece, otherwise M7/175. */
const serialNumbersBody = ({ serialNumbers = [] }: PostingItemRequest) =>
  serialNumbers.length === 0
    ? undefined
    : { results: serialNumbers.map((SerialNumber) => ({ SerialNumber })) }

/** With a purchase order SAP requires "B", otherwise it refuses with MM_IM_ODATA_API_MDOC/011. */
function referenceType(item: PostingItemRequest, goodsMovementCode: string): string {
  if (item.referenceDocumentType !== undefined && item.referenceDocumentType !== '')
    return item.referenceDocumentType
  if (item.purchaseOrder) return 'B'
  if (item.delivery) return 'L'
  return goodsMovementCode === '02' && item.orderNo ? 'F' : ''
}

function specialStockFields(from: ErpPlace | null, to: ErpPlace | null): Fields {
  const place = from?.specialStock ? from : to
  if (place === null || place.specialStock === '') return {}
  const { specialStock, specialStockReference: reference } = place
  const fields: Fields = { InventorySpecialStockType: specialStock }
  if (specialStock === 'K' || specialStock === 'O') fields.Supplier = reference
  if (specialStock === 'Q') fields.SpecialStockIdfgWBSElement = reference
  if (specialStock === 'E') {
    const [order = '', item = ''] = reference.split('/')
    fields.SpecialStockIdfgSalesOrder = order
    fields.SpecialStockIdfgSalesOrderItem = withZeros(item, 6)
  }
  return fields
}

/** The fields of a transfer's other side that differ. */
function counterpart(
  from: ErpPlace | null,
  to: ErpPlace | null,
  { valuationType, isUnderValuationType }: PostingItemRequest,
): Fields {
  if (from === null || to === null) return {}
  const isElsewhere = from.plant !== to.plant || from.storageLocation !== to.storageLocation
  const places = {
    IssuingOrReceivingPlant: isElsewhere ? to.plant : '',
    IssuingOrReceivingStorageLoc: isElsewhere ? to.storageLocation : '',
  }
  if (isUnderValuationType === true)
    return { ...places, IssuingOrReceivingValType: isElsewhere ? valuationType : '' }
  return {
    ...places,
    IssuingOrReceivingValType: isElsewhere ? valuationType : '',
    IssgOrRcvgBatch: from.batch !== to.batch || (isElsewhere && to.batch !== '') ? to.batch : '',
  }
}

const cut = (text: string, length: number): string => [...text].slice(0, length).join('')

function filled(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''),
  )
}
