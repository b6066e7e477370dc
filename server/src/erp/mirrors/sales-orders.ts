import type { LocalDate } from '@kufang/kernel/local-date.ts'
import { type Quantity, sumQuantities } from '@kufang/kernel/quantity.ts'
import { type Entity, rowsOf } from '../client/odata-client.ts'
import { momentFrom } from '../client/odata-text.ts'
import {
  day,
  filtersOf,
  type MirrorRequest,
  type MirrorSource,
  numberText,
  quantity,
  readRows,
  text,
} from './source.ts'

export interface SalesOrderItem {
  itemNo: string
  itemNoOriginal: string
  itemCategory: string
  materialNo: string
  description: string
  materialGroup: string
  plant: string
  storageLocation: string
  batch: string
  quantity: Quantity
  unit: string
  confirmedQuantity: Quantity
  deliveredQuantity: Quantity
  deliveryDate: LocalDate | null
  netAmount: string
  currency: string
  wbsElement: string
  deliveryStatus: string
  processStatus: string
  isCompleted: boolean
  /** Rejected items are not delivered. */
  isDeleted: boolean
}

export interface SalesOrder {
  orderNo: string
  orderType: string
  salesOrganization: string
  customerNo: string
  customerOrderNo: string
  orderDate: LocalDate | null
  deliveryDate: LocalDate | null
  currency: string
  deliveryStatus: string
  processStatus: string
  changedAt: string
  items: SalesOrderItem[]
}

/** Reads sales orders changed since a time, or those with given numbers. The API has no company code for orders. */
export async function* readSalesOrders(
  source: MirrorSource,
  request: MirrorRequest,
): AsyncGenerator<SalesOrder> {
  const filters = filtersOf(request, {
    key: 'SalesOrder',
    changed: 'LastChangeDateTime',
    company: '',
  })
  const rows = readRows(source, 'A_SalesOrder', filters, {
    $expand: 'to_Item,to_Item/to_ScheduleLine',
    $orderby: 'SalesOrder',
  })
  for await (const row of rows) yield orderOf(row)
}

function orderOf(row: Entity): SalesOrder {
  return {
    orderNo: text(row.SalesOrder),
    orderType: text(row.SalesOrderType),
    salesOrganization: text(row.SalesOrganization),
    customerNo: text(row.SoldToParty),
    customerOrderNo: text(row.PurchaseOrderByCustomer),
    orderDate: day(row.SalesOrderDate),
    deliveryDate: day(row.RequestedDeliveryDate),
    currency: text(row.TransactionCurrency),
    deliveryStatus: text(row.OverallDeliveryStatus),
    processStatus: text(row.OverallSDProcessStatus),
    changedAt: momentFrom(row.LastChangeDateTime),
    items: rowsOf(row.to_Item).map(itemOf),
  }
}

function itemOf(row: Entity): SalesOrderItem {
  const lines = rowsOf(row.to_ScheduleLine)
  const dates = lines
    .map((line) => day(line.ConfirmedDeliveryDate) ?? day(line.RequestedDeliveryDate))
    .filter((date) => date !== null)
    .sort()
  return {
    itemNo: numberText(row.SalesOrderItem),
    itemNoOriginal: text(row.SalesOrderItem),
    itemCategory: text(row.SalesOrderItemCategory),
    materialNo: numberText(row.Material),
    description: text(row.SalesOrderItemText),
    materialGroup: text(row.MaterialGroup),
    plant: text(row.ProductionPlant),
    storageLocation: text(row.StorageLocation),
    batch: text(row.Batch),
    quantity: quantity(row.RequestedQuantity),
    unit: text(row.RequestedQuantityUnit),
    confirmedQuantity: quantity(row.ConfdDelivQtyInOrderQtyUnit),
    deliveredQuantity: sumOf(lines),
    deliveryDate: dates[0] ?? null,
    netAmount: text(row.NetAmount) || '0',
    currency: text(row.TransactionCurrency),
    wbsElement: text(row.WBSElement),
    deliveryStatus: text(row.DeliveryStatus),
    processStatus: text(row.SDProcessStatus),
    // C means "completely processed" in the status fields of sales.
    isCompleted: text(row.DeliveryStatus) === 'C' || text(row.SDProcessStatus) === 'C',
    isDeleted: text(row.SalesDocumentRjcnReason) !== '',
  }
}

const sumOf = (lines: Entity[]): Quantity =>
  sumQuantities(lines.map((line) => quantity(line.DeliveredQtyInOrderQtyUnit)))
