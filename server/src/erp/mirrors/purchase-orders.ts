import type { LocalDate } from '@kufang/kernel/local-date.ts'
import { type Quantity, zeroQuantity } from '@kufang/kernel/quantity.ts'
import type { UnitFraction } from '@kufang/kernel/unit-conversion.ts'
import { type Entity, rowsOf } from '../client/odata-client.ts'
import { momentFrom } from '../client/odata-text.ts'
import { readOrdersMovedSince, readReceivedQuantities } from './received.ts'
import {
  chunks,
  day,
  filtersOf,
  flag,
  fraction,
  type MirrorRequest,
  type MirrorSource,
  numberText,
  quantity,
  text,
} from './source.ts'

/** The account assignment of a line; all '' for stock. */
export interface AccountAssignment {
  costCenter: string
  wbsElement: string
  orderNo: string
  networkNo: string
  glAccount: string
  assetNo: string
  assetSubNo: string
  salesOrderNo: string
  salesOrderItemNo: string
  recipient: string
  unloadingPoint: string
}

export interface PurchaseOrderItem {
  itemNo: string
  /** The item number as written by the ERP. */
  itemNoOriginal: string
  materialNo: string
  description: string
  materialGroup: string
  plant: string
  storageLocation: string
  quantity: Quantity
  unit: string
  /** The item's own conversion of `unit` to the base unit (EKPO-UMREZ, -UMREN); null in releases without the fields. */
  toBaseUnit: UnitFraction | null
  /** Received less reversals and returns, in the material's base unit. */
  receivedQuantity: Quantity
  netPrice: string
  priceUnit: string
  currency: string
  /** The earliest schedule line. */
  deliveryDate: LocalDate | null
  overDeliveryPercent: string
  underDeliveryPercent: string
  isUnlimitedOverDelivery: boolean
  /** The valuation type of its receipts (EKPO-BWTAR); '' for none. */
  valuationType: string
  isCompleted: boolean
  isDeleted: boolean
  /** Blocked for a time (EKPO-LOEKZ S): the ERP refuses receipts of it until the buyer lifts the block. */
  isBlocked: boolean
  isReturn: boolean
  isReceiptExpected: boolean
  isReceiptNonValuated: boolean
  /** Item category as written by the ERP: '' standard, 2/K consignment, 3/L subcontracting, 7/U transfer. */
  itemCategory: string
  accountAssignmentCategory: string
  accountAssignment: AccountAssignment
  specialStock: '' | 'K' | 'Q' | 'E' | 'O'
  specialStockReference: string
  purchaseRequestNo: string
  purchaseRequestItemNo: string
  /** The contract it calls off (EKPO-KONNR, -KTPNR); '' for none. */
  contractNo: string
  contractItemNo: string
}

export interface PurchaseOrder {
  orderNo: string
  companyCode: string
  orderType: string
  supplierNo: string
  /** Empty unless a plant of the group supplies the goods. */
  supplyingPlant: string
  purchasingOrganization: string
  purchasingGroup: string
  orderDate: LocalDate | null
  currency: string
  isDeleted: boolean
  /** Blocked as a whole, as an item may be. */
  isBlocked: boolean
  isReleased: boolean
  changedAt: string
  items: PurchaseOrderItem[]
}

/**
 * Reads purchase orders changed since a time, or those with given numbers, with received quantities. With `receipts`,
 * orders with goods movements in the ERP since then are read too.
 */
export async function* readPurchaseOrders(
  source: MirrorSource,
  request: MirrorRequest,
  receipts: MirrorSource,
): AsyncGenerator<PurchaseOrder> {
  const read = new Set<string>()
  const names = { key: 'PurchaseOrder', changed: 'LastChangeDateTime', company: 'CompanyCode' }
  for await (const order of withReceipts(source, filtersOf(request, names), receipts)) {
    read.add(order.orderNo)
    yield order
  }
  if (!request.changedSince || request.numbers !== undefined) return
  const moved = (await readOrdersMovedSince(receipts, request.changedSince)).filter(
    (order) => !read.has(order),
  )
  if (moved.length > 0)
    yield* withReceipts(source, filtersOf({ ...request, numbers: moved }, names), receipts)
}

/** Reads orders in batches, so that receipts cost one call per batch. */
async function* withReceipts(
  source: MirrorSource,
  filters: string[],
  receipts: MirrorSource,
): AsyncGenerator<PurchaseOrder> {
  for (const filter of filters) {
    const pages = source.client.getPages('A_PurchaseOrder', {
      operation: 'mirror',
      ...source.call,
      query: {
        $filter: filter,
        $expand:
          'to_PurchaseOrderItem,to_PurchaseOrderItem/to_AccountAssignment,to_PurchaseOrderItem/to_ScheduleLine',
        $orderby: 'PurchaseOrder',
      },
    })
    for await (const page of pages)
      for (const some of chunks(page, 100)) {
        const received = await readReceivedQuantities(
          receipts,
          some.map((row) => text(row.PurchaseOrder)),
        )
        for (const row of some) yield orderOf(row, received)
      }
  }
}

function orderOf(row: Entity, received: Map<string, Quantity>): PurchaseOrder {
  const supplierNo = text(row.Supplier)
  return {
    orderNo: text(row.PurchaseOrder),
    companyCode: text(row.CompanyCode),
    orderType: text(row.PurchaseOrderType),
    supplierNo,
    supplyingPlant: text(row.SupplyingPlant),
    purchasingOrganization: text(row.PurchasingOrganization),
    purchasingGroup: text(row.PurchasingGroup),
    orderDate: day(row.PurchaseOrderDate),
    currency: text(row.DocumentCurrency),
    ...deletionOf(row),
    isReleased: !flag(row.ReleaseIsNotCompleted),
    changedAt: momentFrom(row.LastChangeDateTime),
    items: rowsOf(row.to_PurchaseOrderItem).map((item) => itemOf(item, supplierNo, received)),
  }
}

/** The deletion indicator (LOEKZ): S is a block, which may be lifted again, anything else a deletion. */
function deletionOf(row: Entity): { isDeleted: boolean; isBlocked: boolean } {
  const code = text(row.PurchasingDocumentDeletionCode)
  return { isDeleted: code !== '' && code !== 'S', isBlocked: code === 'S' }
}

function itemOf(
  row: Entity,
  supplierNo: string,
  received: Map<string, Quantity>,
): PurchaseOrderItem {
  const dates = rowsOf(row.to_ScheduleLine)
    .map((line) => day(line.ScheduleLineDeliveryDate))
    .filter((date) => date !== null)
    .sort()
  const accountAssignment = accountOf(
    rowsOf(row.to_AccountAssignment).find((entry) => !flag(entry.IsDeleted)),
  )
  const itemCategory = text(row.PurchaseOrderItemCategory)
  const category = text(row.AccountAssignmentCategory)
  return {
    itemNo: numberText(row.PurchaseOrderItem),
    itemNoOriginal: text(row.PurchaseOrderItem),
    materialNo: numberText(row.Material),
    description: text(row.PurchaseOrderItemText),
    materialGroup: text(row.MaterialGroup),
    plant: text(row.Plant),
    storageLocation: text(row.StorageLocation),
    quantity: quantity(row.OrderQuantity),
    unit: text(row.PurchaseOrderQuantityUnit),
    toBaseUnit: fraction(row.OrderItemQtyToBaseQtyNmrtr, row.OrderItemQtyToBaseQtyDnmntr),
    receivedQuantity:
      received.get(`${numberText(row.PurchaseOrder)}/${numberText(row.PurchaseOrderItem)}`) ??
      zeroQuantity,
    netPrice: text(row.NetPriceAmount) || '0',
    priceUnit: text(row.NetPriceQuantity) || '1',
    currency: text(row.DocumentCurrency),
    deliveryDate: dates[0] ?? null,
    overDeliveryPercent: text(row.OverdelivTolrtdLmtRatioInPct) || '0',
    underDeliveryPercent: text(row.UnderdelivTolrtdLmtRatioInPct) || '0',
    isUnlimitedOverDelivery: flag(row.UnlimitedOverdeliveryIsAllowed),
    valuationType: text(row.ValuationType),
    isCompleted: flag(row.IsCompletelyDelivered),
    ...deletionOf(row),
    isReturn: flag(row.IsReturnsItem),
    isReceiptExpected: row.GoodsReceiptIsExpected === undefined || flag(row.GoodsReceiptIsExpected),
    isReceiptNonValuated: flag(row.GoodsReceiptIsNonValuated),
    itemCategory,
    accountAssignmentCategory: category,
    accountAssignment,
    ...specialStockOf(itemCategory, category, supplierNo, accountAssignment),
    purchaseRequestNo: text(row.PurchaseRequisition),
    purchaseRequestItemNo: numberText(row.PurchaseRequisitionItem),
    contractNo: numberText(row.PurchaseContract),
    contractItemNo: numberText(row.PurchaseContractItem),
  }
}

/**
 * Consignment and subcontracting depend on the item category; project and sales order stock on the account assignment.
 */
function specialStockOf(
  itemCategory: string,
  category: string,
  supplierNo: string,
  account: AccountAssignment,
): Pick<PurchaseOrderItem, 'specialStock' | 'specialStockReference'> {
  if (itemCategory === '2' || itemCategory === 'K')
    return { specialStock: 'K', specialStockReference: supplierNo }
  if (category === 'Q') return { specialStock: 'Q', specialStockReference: account.wbsElement }
  if (category === 'E')
    return {
      specialStock: 'E',
      specialStockReference: `${account.salesOrderNo}/${account.salesOrderItemNo}`,
    }
  return { specialStock: '', specialStockReference: '' }
}

/** The account assignment of orders and requests, which use the same names. */
export function accountOf(row: Entity | undefined): AccountAssignment {
  return {
    costCenter: text(row?.CostCenter),
    wbsElement: text(row?.WBSElement),
    orderNo: text(row?.OrderID),
    networkNo: text(row?.ProjectNetwork),
    glAccount: text(row?.GLAccount),
    assetNo: text(row?.MasterFixedAsset),
    assetSubNo: text(row?.FixedAsset),
    salesOrderNo: text(row?.SalesOrder),
    salesOrderItemNo: numberText(row?.SalesOrderItem),
    recipient: text(row?.GoodsRecipientName),
    unloadingPoint: text(row?.UnloadingPointName),
  }
}
