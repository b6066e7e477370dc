import {
  compareQuantity,
  isPositive,
  parseQuantity,
  subtractQuantity,
  type Quantity,
} from '@kufang/kernel/quantity.ts'
import type { DemonstrationSalesOrder } from './demands.ts'
import type { DemonstrationOrder } from './purchase-orders.ts'

/** Half of a quantity as the stories take it, in whole units. */
function half(quantity: string): Quantity {
  const rounded = parseQuantity(String(Math.max(1, Math.ceil(Number(quantity) / 2))))
  const whole = parseQuantity(quantity)
  return compareQuantity(rounded, whole) > 0 ? whole : rounded
}

/**
 * The outbound deliveries of sales orders, in the format of the stand-in: one of half of the goods, and the rest in one for
 * each item, which can leave alone.
 */
export function deliveriesOfSales(orders: readonly DemonstrationSalesOrder[]) {
  return orders.flatMap(({ salesOrderNo, customerNo, items }) => {
    const deliveryOf = (
      part: number,
      some: typeof items,
      quantityOf: (all: string) => Quantity,
    ) => ({
      delivery: `8${part}${salesOrderNo.slice(-6)}`,
      reference: 'sales-order' as const,
      shipToParty: customerNo,
      plannedDate: items[0]!.deliveryDate,
      items: some
        .map(({ item, materialNo, plant, storageLocation, quantity }) => ({
          item: String(item),
          product: materialNo,
          plant,
          storageLocation,
          quantity: quantityOf(quantity),
          order: salesOrderNo,
          orderItem: String(item),
        }))
        .filter((item) => isPositive(item.quantity)),
    })
    const rest = (all: string) => subtractQuantity(parseQuantity(all), half(all))
    return [
      deliveryOf(0, items, half),
      ...items.map((item, index) => deliveryOf(index + 1, [item], rest)),
    ].filter((delivery) => delivery.items.length > 0)
  })
}

/** One delivery for each item of the orders that another plant supplies, from wherever the goods lie there. */
export function deliveriesOfInternalOrders(orders: readonly DemonstrationOrder[]) {
  return orders
    .filter(({ supplyingPlant }) => supplyingPlant !== '')
    .flatMap(({ purchaseOrderNo, supplyingPlant, items }) =>
      items.map(({ item, materialNo, plant, quantity, deliveryDate }) => ({
        delivery: `84${purchaseOrderNo.slice(-4)}${String(item / 10).padStart(2, '0')}`,
        reference: 'purchase-order' as const,
        shipToParty: plant,
        receivingPlant: plant,
        plannedDate: deliveryDate,
        items: [
          {
            item: '10',
            product: materialNo,
            plant: supplyingPlant,
            quantity,
            order: purchaseOrderNo,
            orderItem: String(item),
          },
        ],
      })),
    )
}
