import { parseQuantity } from '@kufang/kernel/quantity.ts'
import type { Transaction } from '../database.ts'
import { productTables } from '../masters/product-sets.ts'
import { normalizeText } from '../protocol/edm.ts'
import type { SeedDelivery } from '../seed.ts'
import { upsert } from '../upsert.ts'
import { deliveryTables } from './delivery-sets.ts'

/** The category of the document that a delivery is made for: C sales order, V purchase order. */
const referenceCategories = { 'sales-order': 'C', 'purchase-order': 'V' } as const

/** Writes a delivery; one whose goods issue is posted stays as it is. */
export function seedDelivery(transaction: Transaction, delivery: SeedDelivery): void {
  const number = normalizeText('alpha', delivery.delivery)
  if (transaction.get(deliveryTables.delivery, number)?.OverallGoodsMovementStatus === 'C') return
  const { reference } = delivery
  const changed = [
    upsert(transaction, deliveryTables.delivery, [number], {
      DeliveryDocument: number,
      DeliveryDocumentType: delivery.type ?? (reference === 'sales-order' ? 'LF' : 'NLCC'),
      SDDocumentCategory: 'J',
      DeliveryBlockReason: delivery.blockReason ?? '',
      ReceivingPlant: delivery.receivingPlant ?? '',
      ShipToParty: normalizeText('alpha', delivery.shipToParty),
      SoldToParty: normalizeText('alpha', delivery.shipToParty),
      PlannedGoodsIssueDate: delivery.plannedDate,
      DeliveryDate: delivery.plannedDate,
    }),
  ]
  for (const item of delivery.items) {
    const itemNumber = normalizeText('numeric', item.item)
    const material = normalizeText('alpha', item.product)
    const quantity = parseQuantity(item.quantity)
    const baseUnit = String(transaction.get(productTables.product, material)?.BaseUnit ?? '')
    changed.push(
      upsert(transaction, deliveryTables.item, [number, itemNumber], {
        DeliveryDocument: number,
        DeliveryDocumentItem: itemNumber,
        Material: material,
        Plant: item.plant,
        StorageLocation: item.storageLocation,
        Batch: item.batch,
        OriginalDeliveryQuantity: quantity,
        ActualDeliveryQuantity: quantity,
        ActualDeliveredQtyInBaseUnit: quantity,
        DeliveryQuantityUnit: baseUnit,
        BaseUnit: baseUnit,
        GoodsMovementType: item.movementType ?? (reference === 'sales-order' ? '601' : '643'),
        GoodsMovementStatus: 'A',
        PickingStatus: 'A',
        ReferenceSDDocument: normalizeText('alpha', item.order),
        ReferenceSDDocumentItem: normalizeText('numeric', item.orderItem),
        ReferenceSDDocumentCategory: referenceCategories[reference],
      }),
    )
  }
  if (!changed.includes(true)) return
  const today = new Date(transaction.moment).toISOString().slice(0, 10)
  transaction.put(deliveryTables.delivery, {
    CreationDate: today,
    OverallGoodsMovementStatus: 'A',
    OverallPickingStatus: 'A',
    OverallSDProcessStatus: 'A',
    ...transaction.get(deliveryTables.delivery, number),
    DeliveryDocument: number,
    LastChangeDate: today,
    LastChangeDateTime: transaction.moment,
  })
}
