import { addDays } from '@kufang/kernel/local-date.ts'
import type { LocalDate } from '@kufang/kernel/local-date.ts'
import type { DemonstrationMaterial } from './materials.ts'
import { plants, storageLocationOf } from './organization.ts'
import type { Store } from './organization.ts'
import { projects, suppliers } from './partners.ts'
import type { Random } from './random.ts'
import { randomOf } from './random.ts'

export interface DemonstrationOrderItem {
  item: number
  materialNo: string
  plant: string
  storageLocation: string
  quantity: string
  unit: string
  netPrice: string
  deliveryDate: LocalDate
  overDeliveryPercent: string
  underDeliveryPercent: string
  isUnlimitedOverDelivery: boolean
  /** '' own, K consignment, Q project stock. */
  specialStock: '' | 'K' | 'Q'
  wbsElement: string
  isCompleted: boolean
  isDeleted: boolean
}

export interface DemonstrationOrder {
  purchaseOrderNo: string
  companyCode: string
  supplierNo: string
  /** The plant of the group that supplies the goods; empty for orders to a supplier. */
  supplyingPlant: string
  orderDate: LocalDate
  purchasingGroup: string
  items: DemonstrationOrderItem[]
}

export const orderCount = 200
/** From here on, orders are placed in boxes for materials that come in them; no purchase request leads to these. */
const firstInBoxes = 180
const stores: readonly Store[] = ['piping', 'piping', 'spares', 'electrical', 'chemical']
const purchasingGroups: Record<Store, string> = {
  piping: '101',
  spares: '102',
  electrical: '103',
  chemical: '104',
}

/** A usual quantity: whole numbers for pieces, rounded amounts for metres and kilograms. */
export function usualQuantity(random: Random, material: DemonstrationMaterial, share = 1): string {
  const [least, most] = material.quantity
  const step = most >= 1000 ? 50 : most >= 200 ? 10 : 1
  const steps = random.between(Math.ceil(least / step), Math.floor(most / step))
  return String(Math.max(1, Math.round(steps * share)) * step)
}

/** Two hundred open orders of the last two months and the next six weeks. */
export function makePurchaseOrders(
  materials: readonly DemonstrationMaterial[],
  today: LocalDate,
): DemonstrationOrder[] {
  const random = randomOf('purchase orders')
  return Array.from({ length: orderCount }, (_one, index) =>
    makeOrder(random, materials, today, index),
  )
}

function makeOrder(
  random: Random,
  materials: readonly DemonstrationMaterial[],
  today: LocalDate,
  index: number,
): DemonstrationOrder {
  // Distributes orders over all stores of all plants.
  const { companyCode, plant } = plants[index % plants.length]!
  const store = stores[Math.floor(index / plants.length) % stores.length]!
  const supplier = random.pick(suppliers.filter((one) => one.stores.includes(store)))
  const storageLocation = storageLocationOf(plant, store).storageLocation
  const orderDate = addDays(today, -random.between(20, 75))
  const kind = random.between(1, 100)
  const specialStock = kind <= 8 ? 'K' : kind <= 18 ? 'Q' : ''
  const wbsElement = specialStock === 'Q' ? random.pick(projects[plant]!) : ''
  const candidates = materials.filter((material) => material.store === store)
  const chosen = new Set<DemonstrationMaterial>()
  for (let wanted = random.between(1, 5); chosen.size < wanted;) chosen.add(random.pick(candidates))
  const items = [...chosen].map((material, position): DemonstrationOrderItem => {
    const isBulk = material.unit === 'KG' || material.unit === 'M'
    const fate = random.between(1, 100)
    const quantity = usualQuantity(random, material)
    const box = index >= firstInBoxes ? material.units[0] : undefined
    const isInBoxes = box !== undefined && Number(quantity) % box.numerator === 0
    const piecesPerUnit = isInBoxes ? box.numerator : 1
    const price = Number(material.price) * piecesPerUnit * (random.between(94, 106) / 100)
    return {
      item: (position + 1) * 10,
      materialNo: material.materialNo,
      plant,
      storageLocation,
      quantity: String(Number(quantity) / piecesPerUnit),
      unit: isInBoxes ? box.unit : material.unit,
      netPrice: price.toFixed(2),
      deliveryDate: addDays(orderDate, random.between(25, 90)),
      overDeliveryPercent: isBulk ? '5' : random.chance(20) ? '10' : '0',
      underDeliveryPercent: isBulk ? '3' : '0',
      isUnlimitedOverDelivery: material.unit === 'KG' && random.chance(8),
      specialStock,
      wbsElement,
      isCompleted: fate <= 4,
      isDeleted: fate > 4 && fate <= 7,
    }
  })
  return {
    purchaseOrderNo: String(4_500_001_001 + index),
    companyCode,
    supplierNo: supplier.supplierNo,
    // Half of what the second company orders comes from the first.
    supplyingPlant:
      companyCode === plants[0]!.companyCode || index % 2 === 0 ? '' : plants[0]!.plant,
    orderDate,
    purchasingGroup: purchasingGroups[store],
    items,
  }
}
