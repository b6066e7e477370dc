import type { LocalDate } from '@kufang/kernel/local-date.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import { type Entity, rowsOf } from '../client/odata-client.ts'
import { momentFrom } from '../client/odata-text.ts'
import { type AccountAssignment, accountOf } from './purchase-orders.ts'
import {
  day,
  filtersOf,
  flag,
  type MirrorRequest,
  type MirrorSource,
  numberText,
  quantity,
  readRows,
  text,
} from './source.ts'

/** An item of a purchase request; the ERP has no header state, so items are mirrored individually. */
export interface PurchaseRequestItem {
  requestNo: string
  itemNo: string
  itemNoOriginal: string
  requestType: string
  companyCode: string
  materialNo: string
  description: string
  materialGroup: string
  plant: string
  storageLocation: string
  quantity: Quantity
  orderedQuantity: Quantity
  unit: string
  price: string
  priceUnit: string
  currency: string
  deliveryDate: LocalDate | null
  requestedOn: LocalDate | null
  requester: string
  purchasingGroup: string
  releaseStatus: string
  processingStatus: string
  orderNo: string
  orderItemNo: string
  reservationNo: string
  isCompleted: boolean
  isDeleted: boolean
  accountAssignmentCategory: string
  accountAssignment: AccountAssignment
  changedAt: string
}

/** Reads purchase request items changed since a time, or all items of given requests. */
export async function* readPurchaseRequests(
  source: MirrorSource,
  request: MirrorRequest,
): AsyncGenerator<PurchaseRequestItem> {
  const filters = filtersOf(request, {
    key: 'PurchaseRequisition',
    changed: 'LastChangeDateTime',
    company: 'CompanyCode',
  })
  const rows = readRows(source, 'A_PurchaseRequisitionItem', filters, {
    $expand: 'to_PurchaseReqnAcctAssgmt',
    $orderby: 'PurchaseRequisition,PurchaseRequisitionItem',
  })
  for await (const row of rows) yield itemOf(row)
}

function itemOf(row: Entity): PurchaseRequestItem {
  return {
    requestNo: text(row.PurchaseRequisition),
    itemNo: numberText(row.PurchaseRequisitionItem),
    itemNoOriginal: text(row.PurchaseRequisitionItem),
    requestType: text(row.PurchaseRequisitionType),
    companyCode: text(row.CompanyCode),
    materialNo: numberText(row.Material),
    description: text(row.PurchaseRequisitionItemText),
    materialGroup: text(row.MaterialGroup),
    plant: text(row.Plant),
    storageLocation: text(row.StorageLocation),
    quantity: quantity(row.RequestedQuantity),
    orderedQuantity: quantity(row.OrderedQuantity),
    unit: text(row.BaseUnit),
    price: text(row.PurchaseRequisitionPrice) || '0',
    priceUnit: text(row.PurReqnPriceQuantity) || '1',
    currency: text(row.PurReqnItemCurrency),
    deliveryDate: day(row.DeliveryDate),
    requestedOn: day(row.PurReqCreationDate),
    requester: text(row.RequisitionerName),
    purchasingGroup: text(row.PurchasingGroup),
    releaseStatus: text(row.PurReqnReleaseStatus),
    processingStatus: text(row.ProcessingStatus),
    orderNo: text(row.PurchasingDocument),
    orderItemNo: numberText(row.PurchasingDocumentItem),
    reservationNo: numberText(row.Reservation),
    isCompleted: flag(row.IsClosed),
    isDeleted: flag(row.IsDeleted),
    accountAssignmentCategory: text(row.AccountAssignmentCategory),
    accountAssignment: accountOf(
      rowsOf(row.to_PurchaseReqnAcctAssgmt).find((entry) => !flag(entry.IsDeleted)),
    ),
    changedAt: momentFrom(row.LastChangeDateTime),
  }
}
