import type { DemonstrationCompany } from './company.ts'
import { deliveriesOfInternalOrders, deliveriesOfSales } from './deliveries.ts'
import { comingLocation, companies, plants, storageLocations } from './organization.ts'
import { suppliers } from './partners.ts'
import { contractOf } from './purchase-contracts.ts'
import type { DemonstrationOrder } from './purchase-orders.ts'

const stockTypes = { UU: '01', QI: '02', BL: '07' } as const

/** The item of the supplier's contract that an order item calls off: orders and their contracts have the same items. */
function contractItem(order: DemonstrationOrder, item: number) {
  const purchaseContract = contractOf(order)
  return purchaseContract === '' ? {} : { purchaseContract, purchaseContractItem: String(item) }
}

/**
 * The company in the format of the ERP stand-in (`POST /stand-in/seed`). Initial stock is posted by the stock
 * initialisations, so only that of the storage location that is not live yet is included.
 */
// oxlint-disable-next-line max-lines-per-function -- one list: what the stand-in knows, table by table
export function seedForErp(company: DemonstrationCompany) {
  return {
    plants: plants.map(({ plant, companyCode }) => ({
      plant,
      companyCode,
      currency: companies.find((one) => one.companyCode === companyCode)!.currency,
      storageLocations: storageLocations
        .filter((location) => location.plant === plant)
        .map((location) => location.storageLocation),
    })),
    suppliers: suppliers.map(({ supplierNo, name }) => ({ supplier: supplierNo, name })),
    products: company.materials.map((material) => ({
      product: material.materialNo,
      descriptions: { ZH: material.description, EN: material.descriptionEn },
      baseUnit: material.unit,
      units: material.units,
      productType: 'ROH',
      productGroup: material.materialGroup,
      sizeOrDimension: material.specification.slice(0, 32),
      isBatchManaged: material.isBatchManaged,
      ...(material.isSerialManaged ? { serialNumberProfile: 'KF01' } : {}),
      isHazardous: material.hazardClass !== '',
      isInspected: material.needsInspection,
      price: material.price,
    })),
    stock: company.stockOfErp.map(({ materialNo, quantity, stockCategory }) => ({
      product: materialNo,
      plant: comingLocation.plant,
      storageLocation: comingLocation.storageLocation,
      stockType: stockTypes[stockCategory],
      quantity,
    })),
    purchaseContracts: company.contracts.map(
      ({ purchaseContractNo, companyCode, supplierNo, validFrom, validTo }) => ({
        purchaseContract: purchaseContractNo,
        companyCode,
        supplier: supplierNo,
        validFrom,
        validTo,
      }),
    ),
    purchaseOrders: company.orders.map((order) => ({
      purchaseOrder: order.purchaseOrderNo,
      companyCode: order.companyCode,
      supplier: order.supplierNo,
      ...(order.supplyingPlant !== '' && { supplyingPlant: order.supplyingPlant }),
      orderDate: order.orderDate,
      purchasingGroup: order.purchasingGroup,
      items: order.items.map((item) => ({
        item: String(item.item),
        product: item.materialNo,
        plant: item.plant,
        storageLocation: item.storageLocation,
        quantity: item.quantity,
        unit: item.unit,
        netPrice: item.netPrice,
        deliveryDate: item.deliveryDate,
        overDeliveryPercent: item.overDeliveryPercent,
        underDeliveryPercent: item.underDeliveryPercent,
        isUnlimitedOverDelivery: item.isUnlimitedOverDelivery,
        itemCategory: item.specialStock === 'K' ? 'K' : '',
        accountAssignmentCategory: item.specialStock === 'Q' ? 'Q' : '',
        ...contractItem(order, item.item),
        account: item.specialStock === 'Q' ? { wbsElement: item.wbsElement } : {},
        // Only these fields are set, so that later changes in the ERP persist.
        ...(item.isCompleted ? { isCompletelyDelivered: true } : {}),
        ...(item.isDeleted ? { isDeleted: true } : {}),
      })),
    })),
    requisitions: company.requests.map((request) => ({
      requisition: request.requestNo,
      description: request.description,
      items: request.items.map((item) => ({
        item: String(item.item),
        product: item.materialNo,
        plant: item.plant,
        storageLocation: item.storageLocation,
        quantity: item.quantity,
        unit: item.unit,
        price: item.price,
        deliveryDate: item.deliveryDate,
        requisitioner: item.requestedByName,
        orderedQuantity: item.orderedQuantity,
        ...(item.purchaseOrderNo === ''
          ? {}
          : {
              purchaseOrder: item.purchaseOrderNo,
              purchaseOrderItem: String(item.purchaseOrderItem),
            }),
      })),
    })),
    reservations: company.reservations.map((reservation) => ({
      reservation: reservation.reservationNo,
      movementType: reservation.movementType,
      reservationDate: reservation.reservationDate,
      account: {
        ...(reservation.costCenter === '' ? {} : { costCenter: reservation.costCenter }),
        ...(reservation.wbsElement === '' ? {} : { wbsElement: reservation.wbsElement }),
        ...(reservation.orderNo === '' ? {} : { orderId: reservation.orderNo }),
      },
      goodsRecipient: reservation.recipientName,
      items: reservation.items.map((item) => ({
        item: String(item.item),
        product: item.materialNo,
        plant: reservation.plant,
        storageLocation: item.storageLocation,
        quantity: item.quantity,
        requirementDate: item.requirementDate,
        isMovementAllowed: item.isMovementAllowed,
        isFinallyIssued: item.isFinallyIssued,
        isMarkedForDeletion: item.isDeleted,
        text: item.text,
        ...(item.specialStock === undefined ? {} : { specialStock: item.specialStock }),
        ...(item.supplierNo === undefined ? {} : { supplier: item.supplierNo }),
      })),
    })),
    deliveries: [
      ...deliveriesOfSales(company.salesOrders),
      ...deliveriesOfInternalOrders(company.orders),
    ],
    salesOrders: company.salesOrders.map((order) => ({
      salesOrder: order.salesOrderNo,
      soldToParty: order.customerNo,
      orderDate: order.orderDate,
      salesOrganization: order.companyCode,
      items: order.items.map((item) => ({
        item: String(item.item),
        product: item.materialNo,
        plant: item.plant,
        storageLocation: item.storageLocation,
        quantity: item.quantity,
        unit: item.unit,
        netAmount: item.amount,
        deliveryDate: item.deliveryDate,
      })),
    })),
  }
}

/** Sends the company to the ERP stand-in; entries are upserted, so it can be repeated. */
export async function seedErp(erpUrl: string, company: DemonstrationCompany): Promise<void> {
  await callStandIn(erpUrl, 'seed', seedForErp(company))
}

/** A call of the stand-in's control interface. */
export async function callStandIn(erpUrl: string, path: string, content: object): Promise<void> {
  const response = await fetch(new URL(`/stand-in/${path}`, erpUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(content),
    signal: AbortSignal.timeout(60_000),
  })
  if (!response.ok)
    throw new Error(`the ERP stand-in refused ${path}: ${response.status} ${await response.text()}`)
}
