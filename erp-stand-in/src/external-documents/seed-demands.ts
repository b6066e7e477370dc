import { parseDecimal } from '@kufang/kernel/decimal-text.ts'
import { parseQuantity } from '@kufang/kernel/quantity.ts'
import type { Transaction } from '../database.ts'
import { findPlant } from '../masters/organization.ts'
import { productTables } from '../masters/product-sets.ts'
import { normalizeText } from '../protocol/edm.ts'
import type { SeedRequisition, SeedReservation, SeedSalesOrder } from '../seed.ts'
import { upsert } from '../upsert.ts'
import { requisitionTables } from './requisition-sets.ts'
import { reservationTables } from './reservation-sets.ts'
import { salesOrderTables } from './sales-order-sets.ts'
import { descriptionOf } from './seed-purchase-orders.ts'

export function seedRequisition(transaction: Transaction, requisition: SeedRequisition): void {
  const number = normalizeText('alpha', requisition.requisition)
  upsert(transaction, requisitionTables.requisition, [number], {
    PurchaseRequisition: number,
    PurchaseRequisitionType: 'NB',
    PurReqnDescription: requisition.description?.slice(0, 40),
  })
  for (const item of requisition.items) {
    const itemNumber = normalizeText('numeric', item.item)
    const product = normalizeText('alpha', item.product)
    const key = [number, itemNumber] as const
    const changed = upsert(transaction, requisitionTables.item, key, {
      PurchaseRequisition: number,
      PurchaseRequisitionItem: itemNumber,
      PurchaseRequisitionType: 'NB',
      PurchaseRequisitionItemText: (item.text ?? descriptionOf(transaction, product)).slice(0, 40),
      Material: product,
      Plant: item.plant,
      CompanyCode: String(findPlant(transaction, item.plant)?.CompanyCode ?? ''),
      StorageLocation: item.storageLocation,
      RequestedQuantity: parseQuantity(item.quantity),
      BaseUnit: item.unit,
      PurchaseRequisitionPrice: item.price === undefined ? undefined : parseDecimal(item.price, 3),
      PurReqnPriceQuantity: '1',
      DeliveryDate: item.deliveryDate,
      RequisitionerName: item.requisitioner?.slice(0, 12),
      AccountAssignmentCategory: item.accountAssignmentCategory,
      OrderedQuantity: parseQuantity(item.orderedQuantity ?? '0'),
      PurchasingDocument: item.purchaseOrder,
      PurchasingDocumentItem: item.purchaseOrderItem,
      PurReqnReleaseStatus: '05',
      ProcessingStatus: item.purchaseOrder === undefined ? 'N' : 'B',
      PurReqnItemCurrency: 'CNY',
      IsClosed: item.isClosed ?? false,
      IsDeleted: item.isDeleted === true ? 'X' : '',
    })
    if (!changed) continue
    const row = transaction.get(requisitionTables.item, ...key)
    const stamp = { LastChangeDateTime: transaction.moment }
    const today = new Date(transaction.moment).toISOString().slice(0, 10)
    transaction.put(requisitionTables.item, { CreationDate: today, ...row, ...stamp })
  }
}

/** Upserts a reservation; withdrawn quantities are kept. */
export function seedReservation(transaction: Transaction, reservation: SeedReservation): void {
  const number = normalizeText('numeric', reservation.reservation)
  const { account } = reservation
  upsert(transaction, reservationTables.reservation, [number], {
    Reservation: number,
    GoodsMovementType: reservation.movementType,
    ReservationDate: reservation.reservationDate,
    CostCenter: account?.costCenter,
    WBSElement: account?.wbsElement,
    OrderID: account?.orderId,
    SalesOrder: account?.salesOrder,
    SalesOrderItem: account?.salesOrderItem,
    AssetNumber: account?.asset,
    AssetSubNumber: account?.assetSubNumber,
    IssuingOrReceivingPlant: reservation.receivingPlant,
    IssuingOrReceivingStorageLoc: reservation.receivingStorageLocation,
    GoodsRecipientName: reservation.goodsRecipient?.slice(0, 12),
  })
  for (const item of reservation.items) {
    const itemNumber = normalizeText('numeric', item.item)
    const product = normalizeText('alpha', item.product)
    const baseUnit = String(transaction.get(productTables.product, product)?.BaseUnit ?? '')
    const quantity = parseQuantity(item.quantity)
    upsert(transaction, reservationTables.item, [number, itemNumber, ''], {
      Reservation: number,
      ReservationItem: itemNumber,
      RecordType: '',
      Product: product,
      Plant: item.plant,
      StorageLocation: item.storageLocation,
      Batch: item.batch,
      BaseUnit: baseUnit,
      EntryUnit: baseUnit,
      GoodsMovementType: reservation.movementType,
      DebitCreditCode: 'H',
      MatlCompRequirementDate: item.requirementDate,
      ResvnItmRequiredQtyInBaseUnit: quantity,
      ResvnItmRequiredQtyInEntryUnit: quantity,
      GoodsMovementIsAllowed: item.isMovementAllowed ?? true,
      ReservationItemIsFinallyIssued: item.isFinallyIssued,
      ReservationItmIsMarkedForDeltn: item.isMarkedForDeletion ?? false,
      IssuingOrReceivingPlant: reservation.receivingPlant,
      IssuingOrReceivingStorageLoc: reservation.receivingStorageLocation,
      ReservationItemText: item.text?.slice(0, 50),
      InventorySpecialStockType: item.specialStock,
      SpecialStockIdfgWBSElement:
        item.specialStock === 'Q' ? (item.wbsElement ?? account?.wbsElement) : undefined,
      Supplier: item.supplier === undefined ? undefined : normalizeText('alpha', item.supplier),
    })
  }
}

export function seedSalesOrder(transaction: Transaction, order: SeedSalesOrder): void {
  const number = normalizeText('alpha', order.salesOrder)
  const currency = order.currency ?? 'CNY'
  const changed = [
    upsert(transaction, salesOrderTables.order, [number], {
      SalesOrder: number,
      SalesOrderType: 'OR',
      SalesOrganization: order.salesOrganization,
      DistributionChannel: '10',
      OrganizationDivision: '00',
      SoldToParty: normalizeText('alpha', order.soldToParty),
      SalesOrderDate: order.orderDate,
      TransactionCurrency: currency,
      RequestedDeliveryDate: order.items[0]?.deliveryDate ?? null,
    }),
    upsert(transaction, salesOrderTables.partner, [number, 'AG'], {
      SalesOrder: number,
      PartnerFunction: 'AG',
      Customer: normalizeText('alpha', order.soldToParty),
    }),
  ]
  for (const item of order.items) {
    const itemNumber = normalizeText('numeric', item.item)
    const product = normalizeText('alpha', item.product)
    const quantity = parseQuantity(item.quantity)
    changed.push(
      upsert(transaction, salesOrderTables.item, [number, itemNumber], {
        SalesOrder: number,
        SalesOrderItem: itemNumber,
        SalesOrderItemCategory: 'TAN',
        SalesOrderItemText: (item.text ?? descriptionOf(transaction, product)).slice(0, 40),
        Material: product,
        RequestedQuantity: quantity,
        RequestedQuantityUnit: item.unit,
        OrderQuantityUnit: item.unit,
        ConfdDelivQtyInOrderQtyUnit: quantity,
        ProductionPlant: item.plant,
        StorageLocation: item.storageLocation,
        TransactionCurrency: currency,
        NetAmount: parseDecimal(item.netAmount ?? '0', 3),
        WBSElement: item.wbsElement,
      }),
      upsert(transaction, salesOrderTables.scheduleLine, [number, itemNumber, '1'], {
        SalesOrder: number,
        SalesOrderItem: itemNumber,
        ScheduleLine: '1',
        RequestedDeliveryDate: item.deliveryDate,
        ConfirmedDeliveryDate: item.deliveryDate,
        OrderQuantityUnit: item.unit,
        ScheduleLineOrderQuantity: quantity,
        ConfdOrderQtyByMatlAvailCheck: quantity,
      }),
    )
  }
  if (!changed.includes(true)) return
  const row = transaction.get(salesOrderTables.order, number)
  transaction.put(salesOrderTables.order, {
    CreationDate: order.orderDate,
    OverallDeliveryStatus: 'A',
    OverallSDProcessStatus: 'A',
    ...row,
    SalesOrder: number,
    LastChangeDateTime: transaction.moment,
  })
}
