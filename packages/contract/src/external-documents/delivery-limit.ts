import { percentOfQuantity, sumQuantities, type Quantity } from '@kufang/kernel/quantity.ts'

/** What an order item says of its quantity. */
export interface DeliverableOrder {
  quantity: Quantity
  /** UEBTO in percent; '0' for none. */
  overDeliveryPercent: string
  /** UEBTK: there is no limit. */
  isUnlimitedOverDelivery: boolean
}

/**
 * What the ERP receives for an order item altogether: the ordered quantity with the item's own over-delivery tolerance,
 * in the base unit; null without a limit. A receipt beyond it is refused by SAP (M7/022).
 */
export function deliveryLimit(order: DeliverableOrder): Quantity | null {
  const { quantity, overDeliveryPercent, isUnlimitedOverDelivery } = order
  if (isUnlimitedOverDelivery) return null
  return sumQuantities([quantity, percentOfQuantity(quantity, overDeliveryPercent)])
}
