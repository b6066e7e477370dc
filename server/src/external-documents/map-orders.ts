import {
  negateQuantity,
  subtractQuantity,
  isNegative,
  zeroQuantity,
  type Quantity,
} from '@kufang/kernel/quantity.ts'
import type { UnitFraction } from '@kufang/kernel/unit-conversion.ts'
import { firstOf } from '@kufang/kernel/present.ts'
import type { PurchaseOrder, PurchaseOrderItem } from '../erp/mirrors/purchase-orders.ts'
import type { PurchaseRequestItem } from '../erp/mirrors/purchase-requests.ts'
import type { Reservation, ReservationItem } from '../erp/mirrors/reservations.ts'
import type { SalesOrder, SalesOrderItem } from '../erp/mirrors/sales-orders.ts'
import { unitsOfItem, type KnownUnits } from './base-units.ts'
import { receiptObstacleOf } from './receipt-obstacle.ts'
import type { MirroredDocument } from './store-mirror.ts'

// Maps ERP documents to our mirrors. Quantities moved in the ERP without us close a line short by that quantity, so
// that its open quantity is correct.

/** What is known of the materials of some items, by number, and of the units. */
export interface Known {
  materials: ReadonlyMap<
    string,
    KnownUnits & {
      description: string
      specification: string | null
      materialGroup: string | null
    }
  >
  decimalsOf: (unit: string) => number
  /** Account assignment categories whose goods become stock (`orders.stockCategories`). */
  stockCategories: string
}

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
  item: { materialNo: string; description?: string; materialGroup?: string },
  { materials }: Known,
) {
  const material = materials.get(item.materialNo)
  return {
    materialNo: item.materialNo,
    description: item.description || material?.description || item.materialNo,
    specification: material?.specification ?? null,
    materialGroup: item.materialGroup || material?.materialGroup || null,
  }
}

const unitsOf = (
  item: { materialNo: string; unit: string; quantity: Quantity; toBaseUnit?: UnitFraction | null },
  known: Known,
) => unitsOfItem(item, known.materials.get(item.materialNo), known.decimalsOf)

/** The quantity moved in the ERP beyond our own movements. */
const otherwise = (inErp: Quantity, byUs: Quantity): Quantity => {
  const rest = subtractQuantity(inErp, byUs)
  return isNegative(rest) ? zeroQuantity : rest
}

/** `bookedByUs`: the quantities of our own receipts posted or being posted, by `order/item`. */
export function mapPurchaseOrder(
  order: PurchaseOrder,
  known: Known,
  bookedByUs: ReadonlyMap<string, Quantity>,
  today: string,
): MirroredDocument {
  const { items } = order
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
      ...quantitiesOfOrder(
        order,
        item,
        known,
        bookedByUs.get(`${order.orderNo}/${Number(item.itemNo)}`),
      ),
      plant: item.plant,
      storageLocation: item.storageLocation,
      deliveryDate: item.deliveryDate,
      isCompleted: item.isCompleted,
      isDeleted: item.isDeleted,
      isBlocked: item.isBlocked || order.isBlocked,
      purchaseOrderNo: order.orderNo,
      purchaseOrderLine: Number(item.itemNo),
      contractNo: item.contractNo || null,
      contractLine: item.contractNo ? Number(item.contractItemNo) : null,
      overDeliveryPercent: item.overDeliveryPercent,
      underDeliveryPercent: item.underDeliveryPercent,
      isUnlimitedOverDelivery: item.isUnlimitedOverDelivery,
      netPrice: item.netPrice,
      priceUnit: item.priceUnit,
      valuationType: item.valuationType || null,
      costCenter: item.accountAssignment.costCenter || null,
      wbsElement: item.accountAssignment.wbsElement || null,
      orderNo: item.accountAssignment.orderNo || null,
      networkNo: item.accountAssignment.networkNo || null,
      assetNo: item.accountAssignment.assetNo || null,
      assetSubNo: item.accountAssignment.assetSubNo || null,
      glAccount: item.accountAssignment.glAccount || null,
      specialStock: item.specialStock || null,
      specialStockReference:
        item.specialStock === 'K' ? order.supplierNo : item.specialStockReference || null,
    })),
  }
}

/**
 * Ordered, received and closed quantity of an order item in the base unit, and how they are spoken of. What cannot be received
 * is closed for us, so that it is neither offered nor waited for; what is consumed with its receipt is delivered directly.
 */
function quantitiesOfOrder(
  order: PurchaseOrder,
  item: PurchaseOrderItem,
  known: Known,
  bookedByUs?: Quantity,
) {
  const { fields, toBase, inBase } = unitsOf(item, known)
  const movedQuantity = inBase(item.receivedQuantity)
  // What a return item says is what has gone back.
  const receivedQuantity = item.isReturn ? negateQuantity(movedQuantity) : movedQuantity
  const receiptObstacle = receiptObstacleOf(order, item, known.stockCategories)
  return {
    ...fields,
    quantity: toBase(item.quantity),
    receivedQuantity,
    receiptObstacle,
    closedQuantity:
      receiptObstacle === null || receiptObstacle === 'consumed'
        ? otherwise(receivedQuantity, bookedByUs ?? zeroQuantity)
        : otherwise(toBase(item.quantity), bookedByUs ?? zeroQuantity),
  }
}

/**
 * Requests are read by item; one document per request number and company. What was ordered of an item without us is closed,
 * so that nobody announces it as not ordered.
 * @param announcedOnOrder what our request deliveries hand over to delivery notes of the order, by `request/item`
 */
export function mapPurchaseRequests(
  items: readonly PurchaseRequestItem[],
  known: Known,
  announcedOnOrder: ReadonlyMap<string, Quantity>,
  today: string,
): MirroredDocument[] {
  const byNumber = new Map<string, PurchaseRequestItem[]>()
  for (const item of items)
    byNumber.set(item.requestNo, [...(byNumber.get(item.requestNo) ?? []), item])
  return [...byNumber].map(([docNo, own]) => ({
    companyCode: firstOf(own).companyCode,
    docNo,
    documentDate: firstOf(own).requestedOn ?? today,
    state: stateOf(own),
    header: {
      requestDate: firstOf(own).requestedOn,
      requestedByName: firstOf(own).requester,
      changedInErpAt: firstOf(own).changedAt || null,
    },
    lines: own.map((item) => ({
      lineNo: Number(item.itemNo),
      ...materialFacts(item, known),
      ...unitsOf(item, known).fields,
      quantity: item.quantity,
      closedQuantity: otherwise(
        item.orderedQuantity,
        announcedOnOrder.get(`${docNo}/${Number(item.itemNo)}`) ?? zeroQuantity,
      ),
      plant: item.plant,
      storageLocation: item.storageLocation,
      deliveryDate: item.deliveryDate,
      isCompleted: item.isCompleted,
      isDeleted: item.isDeleted,
      price: Number(item.price) > 0 ? item.price : null,
      priceUnit: item.priceUnit,
      currency: item.currency || null,
      releaseStatus: item.releaseStatus,
      orderedQuantity: item.orderedQuantity,
      purchaseOrderNo: item.orderNo || null,
      purchaseOrderLine: item.orderItemNo ? Number(item.orderItemNo) : null,
      costCenter: item.accountAssignment.costCenter || null,
      wbsElement: item.accountAssignment.wbsElement || null,
      orderNo: item.accountAssignment.orderNo || null,
      networkNo: item.accountAssignment.networkNo || null,
      assetNo: item.accountAssignment.assetNo || null,
      assetSubNo: item.accountAssignment.assetSubNo || null,
      glAccount: item.accountAssignment.glAccount || null,
    })),
  }))
}

/** Reservations in the ERP have no company: it is derived from the plant. `issuedByUs`: by `reservation/item`. */
export function mapReservation(
  reservation: Reservation,
  companyCode: string,
  known: Known,
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
      recipientName: reservation.recipient,
      costCenter: reservation.costCenter || null,
      wbsElement: reservation.wbsElement || null,
      orderNo: reservation.orderNo || null,
      networkNo: reservation.networkNo || null,
      assetNo: reservation.assetNo || null,
      assetSubNo: reservation.assetSubNo || null,
      glAccount: items[0]?.glAccount || null,
    },
    lines: items.map((item) => ({
      lineNo: Number(item.itemNo),
      ...materialFacts(item, known),
      ...unitsOfReserved(item, known),
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
      // A reservation of a production order has a movement type in its items only.
      movementType: item.movementType || reservation.movementType || null,
      salesOrderNo: reservation.salesOrderNo || null,
      salesOrderLine: reservation.salesOrderNo ? Number(reservation.salesOrderItemNo) : null,
      batch: item.batch || null,
      withdrawnQuantity: item.withdrawnQuantity,
      isMovementAllowed: item.isMovementAllowed,
      itemText: item.itemText,
      specialStock: item.specialStock || null,
      specialStockReference: item.specialStockReference || null,
    })),
  }
}

/** The ERP has reserved quantities in the base unit; the unit of entry only says how people speak of them. */
function unitsOfReserved(item: ReservationItem, known: Known) {
  const base = item.unit || known.materials.get(item.materialNo)?.unit || ''
  const { fields } = unitsOf({ ...item, unit: item.entryUnit, quantity: item.entryQuantity }, known)
  const isKnown = fields.unit === base && fields.unitNumerator !== null
  return isKnown
    ? fields
    : { unit: base, entryUnit: null, unitNumerator: null, unitDenominator: null }
}

export function mapSalesOrder(
  order: SalesOrder,
  companyCode: string,
  known: Known,
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
      ...quantitiesOfSale(item, known),
      plant: item.plant,
      storageLocation: item.storageLocation,
      deliveryDate: item.deliveryDate,
      isCompleted: item.isCompleted,
      isDeleted: item.isDeleted,
      salesOrderNo: order.orderNo,
      salesOrderLine: Number(item.itemNo),
      deliveryStatus: item.deliveryStatus,
      wbsElement: item.wbsElement || null,
    })),
  }
}

function quantitiesOfSale(item: SalesOrderItem, known: Known) {
  const { fields, toBase } = unitsOf(item, known)
  return {
    ...fields,
    quantity: toBase(item.quantity),
    confirmedQuantity: toBase(item.confirmedQuantity),
    // Deliveries only: a 231 posted by us is no delivery, and the ERP does not count it here.
    closedQuantity: toBase(item.deliveredQuantity),
  }
}
