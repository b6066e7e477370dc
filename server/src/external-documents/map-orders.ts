import {
  subtractQuantity,
  isNegative,
  zeroQuantity,
  type Quantity,
} from '@kufang/kernel/quantity.ts'
import type { PurchaseOrder } from '../erp/mirrors/purchase-orders.ts'
import type { PurchaseRequestItem } from '../erp/mirrors/purchase-requests.ts'
import type { Reservation } from '../erp/mirrors/reservations.ts'
import type { SalesOrder } from '../erp/mirrors/sales-orders.ts'
import type { MirroredDocument } from './store-mirror.ts'

// Maps ERP documents to our mirrors. Quantities moved in the ERP without us close a line short by that quantity, so
// that its open quantity is correct.

export type Descriptions = ReadonlyMap<
  string,
  { description: string; specification: string | null; materialGroup: string | null; unit: string }
>

function stateOf(
  lines: readonly { isDeleted: boolean; isCompleted: boolean }[],
  isDeleted = false,
): MirroredDocument['state'] {
  if (isDeleted || (lines.length > 0 && lines.every((line) => line.isDeleted))) return 'deleted'
  return lines.length > 0 && lines.every((line) => line.isDeleted || line.isCompleted)
    ? 'completed'
    : 'synced'
}

function materialFacts(
  item: { materialNo: string; description?: string; materialGroup?: string; unit: string },
  known: Descriptions,
) {
  const material = known.get(item.materialNo)
  return {
    materialNo: item.materialNo,
    description: item.description || material?.description || item.materialNo,
    specification: material?.specification ?? null,
    materialGroup: item.materialGroup || material?.materialGroup || null,
    unit: item.unit || material?.unit || '',
  }
}

/** The quantity moved in the ERP beyond our own movements. */
const otherwise = (inErp: Quantity, byUs: Quantity): Quantity => {
  const rest = subtractQuantity(inErp, byUs)
  return isNegative(rest) ? zeroQuantity : rest
}

/** `bookedByUs`: the quantities of our own receipts posted or being posted, by `order/item`. */
export function mapPurchaseOrder(
  order: PurchaseOrder,
  known: Descriptions,
  bookedByUs: ReadonlyMap<string, Quantity>,
  today: string,
): MirroredDocument {
  const items = order.items.filter((item) => !item.isReturn)
  return {
    companyCode: order.companyCode,
    docNo: order.orderNo,
    documentDate: order.orderDate ?? today,
    state: stateOf(items, order.isDeleted),
    header: {
      supplierNo: order.supplierNo,
      supplyingPlant: order.supplyingPlant || null,
      orderDate: order.orderDate,
      currency: order.currency,
      purchasingGroup: order.purchasingGroup,
      changedInErpAt: order.changedAt || null,
    },
    lines: items.map((item) => ({
      lineNo: Number(item.itemNo),
      ...materialFacts(item, known),
      quantity: item.quantity,
      closedQuantity: otherwise(
        item.receivedQuantity,
        bookedByUs.get(`${order.orderNo}/${Number(item.itemNo)}`) ?? zeroQuantity,
      ),
      plant: item.plant,
      storageLocation: item.storageLocation,
      deliveryDate: item.deliveryDate,
      isCompleted: item.isCompleted,
      isDeleted: item.isDeleted,
      purchaseOrderNo: order.orderNo,
      purchaseOrderLine: Number(item.itemNo),
      overDeliveryPercent: item.overDeliveryPercent,
      underDeliveryPercent: item.underDeliveryPercent,
      isUnlimitedOverDelivery: item.isUnlimitedOverDelivery,
      netPrice: item.netPrice,
      priceUnit: item.priceUnit,
      costCenter: item.accountAssignment.costCenter || null,
      wbsElement: item.accountAssignment.wbsElement || null,
      orderNo: item.accountAssignment.orderNo || null,
      networkNo: item.accountAssignment.networkNo || null,
      glAccount: item.accountAssignment.glAccount || null,
      specialStock: item.specialStock || null,
      specialStockReference:
        item.specialStock === 'K' ? order.supplierNo : item.specialStockReference || null,
      receivedQuantity: item.receivedQuantity,
    })),
  }
}

/** Requests are read by item; one document per request number and company. */
export function mapPurchaseRequests(
  items: readonly PurchaseRequestItem[],
  known: Descriptions,
  today: string,
): MirroredDocument[] {
  const byNumber = new Map<string, PurchaseRequestItem[]>()
  for (const item of items)
    byNumber.set(item.requestNo, [...(byNumber.get(item.requestNo) ?? []), item])
  return [...byNumber].map(([docNo, own]) => ({
    companyCode: own[0]!.companyCode,
    docNo,
    documentDate: own[0]!.requestedOn ?? today,
    state: stateOf(own),
    header: {
      requestDate: own[0]!.requestedOn,
      requestedByName: own[0]!.requester,
      changedInErpAt: own[0]!.changedAt || null,
    },
    lines: own.map((item) => ({
      lineNo: Number(item.itemNo),
      ...materialFacts(item, known),
      quantity: item.quantity,
      plant: item.plant,
      storageLocation: item.storageLocation,
      deliveryDate: item.deliveryDate,
      isCompleted: item.isCompleted,
      isDeleted: item.isDeleted,
      releaseStatus: item.releaseStatus,
      orderedQuantity: item.orderedQuantity,
      purchaseOrderNo: item.orderNo || null,
      purchaseOrderLine: item.orderItemNo ? Number(item.orderItemNo) : null,
      costCenter: item.accountAssignment.costCenter || null,
      wbsElement: item.accountAssignment.wbsElement || null,
      orderNo: item.accountAssignment.orderNo || null,
      networkNo: item.accountAssignment.networkNo || null,
      glAccount: item.accountAssignment.glAccount || null,
    })),
  }))
}

/** Reservations in the ERP have no company: it is derived from the plant. `issuedByUs`: by `reservation/item`. */
export function mapReservation(
  reservation: Reservation,
  companyCode: string,
  known: Descriptions,
  issuedByUs: ReadonlyMap<string, Quantity>,
  today: string,
): MirroredDocument {
  const { items } = reservation
  return {
    companyCode,
    docNo: reservation.reservationNo,
    documentDate: reservation.reservedOn ?? today,
    state: stateOf(items),
    header: {
      movementType: reservation.movementType,
      recipientName: reservation.recipient,
      costCenter: reservation.costCenter || null,
      wbsElement: reservation.wbsElement || null,
      orderNo: reservation.orderNo || null,
      networkNo: reservation.networkNo || null,
      glAccount: items[0]?.glAccount || null,
    },
    lines: items.map((item) => ({
      lineNo: Number(item.itemNo),
      ...materialFacts(item, known),
      quantity: item.quantity,
      closedQuantity: otherwise(
        item.withdrawnQuantity,
        issuedByUs.get(`${reservation.reservationNo}/${Number(item.itemNo)}`) ?? zeroQuantity,
      ),
      plant: item.plant,
      storageLocation: item.storageLocation,
      deliveryDate: item.requiredOn,
      isCompleted: item.isCompleted,
      isDeleted: item.isDeleted,
      reservationNo: reservation.reservationNo,
      reservationLine: Number(item.itemNo),
      batch: item.batch || null,
      withdrawnQuantity: item.withdrawnQuantity,
      isMovementAllowed: item.isMovementAllowed,
      itemText: item.itemText,
    })),
  }
}

export function mapSalesOrder(
  order: SalesOrder,
  companyCode: string,
  known: Descriptions,
  today: string,
): MirroredDocument {
  return {
    companyCode,
    docNo: order.orderNo,
    documentDate: order.orderDate ?? today,
    state: stateOf(order.items),
    header: {
      customerNo: order.customerNo,
      orderDate: order.orderDate,
      changedInErpAt: order.changedAt || null,
    },
    lines: order.items.map((item) => ({
      lineNo: Number(item.itemNo),
      ...materialFacts(item, known),
      quantity: item.quantity,
      // Deliveries only: a 231 posted by us is no delivery, and the ERP does not count it here.
      closedQuantity: item.deliveredQuantity,
      plant: item.plant,
      storageLocation: item.storageLocation,
      deliveryDate: item.deliveryDate,
      isCompleted: item.isCompleted,
      isDeleted: item.isDeleted,
      salesOrderNo: order.orderNo,
      salesOrderLine: Number(item.itemNo),
      confirmedQuantity: item.confirmedQuantity,
      deliveryStatus: item.deliveryStatus,
      wbsElement: item.wbsElement || null,
    })),
  }
}
