import { addDays } from '@kufang/kernel/local-date.ts'
import type { LocalDate } from '@kufang/kernel/local-date.ts'
import { withoutSheet } from './chemical-families.ts'
import type { DemonstrationMaterial } from './materials.ts'
import { plants } from './organization.ts'
import type { OpeningLine, OpeningStock } from './opening-stock.ts'
import { customers, demonstrationUnit, pickingUnits, projects } from './partners.ts'
import type { DemonstrationOrder } from './purchase-orders.ts'
import { usualQuantity } from './purchase-orders.ts'
import { randomOf } from './random.ts'

export interface DemonstrationRequest {
  requestNo: string
  description: string
  items: {
    item: number
    materialNo: string
    plant: string
    storageLocation: string
    quantity: string
    unit: string
    price: string
    deliveryDate: LocalDate
    requestedByName: string
    orderedQuantity: string
    purchaseOrderNo: string
    purchaseOrderItem: number
  }[]
}

export interface DemonstrationReservation {
  reservationNo: string
  plant: string
  pickingUnit: string
  /** 201 cost centre, 221 project, 261 maintenance order. */
  movementType: '201' | '221' | '261'
  reservationDate: LocalDate
  costCenter: string
  wbsElement: string
  orderNo: string
  recipientName: string
  /** Its goods are delivered to the unit in the stories, or it is changed in the ERP: no other story takes it. */
  isDelivered?: true
  items: {
    item: number
    materialNo: string
    storageLocation: string
    quantity: string
    requirementDate: LocalDate
    isMovementAllowed: boolean
    isFinallyIssued: boolean
    isDeleted: boolean
    text: string
    /** Q project stock of the reservation's project, K consignment stock of `supplierNo`; otherwise own stock. */
    specialStock?: 'K' | 'Q'
    supplierNo?: string
  }[]
}

export interface DemonstrationSalesOrder {
  salesOrderNo: string
  companyCode: string
  customerNo: string
  orderDate: LocalDate
  items: {
    item: number
    materialNo: string
    plant: string
    storageLocation: string
    quantity: string
    unit: string
    amount: string
    deliveryDate: LocalDate
  }[]
}

/** Sixty purchase requests: half of them became orders, the others are open. */
export function makePurchaseRequests(
  orders: readonly DemonstrationOrder[],
  materials: ReadonlyMap<string, DemonstrationMaterial>,
): DemonstrationRequest[] {
  const random = randomOf('purchase requests')
  const reasons = ['大修备件补库', '日常消耗补库', '隐患整改用料', '技改项目用料']
  return Array.from({ length: 60 }, (_one, index) => {
    const order = orders[index * 3]!
    const isOrdered = index % 2 === 0
    const unit = random.pick(pickingUnits.filter((one) => one.companyCode === order.companyCode))
    return {
      requestNo: String(10_010_001 + index),
      description: `${unit.name}${random.pick(reasons)}`,
      items: order.items.slice(0, 3).map((item) => ({
        item: item.item,
        materialNo: item.materialNo,
        plant: item.plant,
        storageLocation: item.storageLocation,
        quantity: isOrdered
          ? item.quantity
          : usualQuantity(random, materials.get(item.materialNo)!),
        unit: item.unit,
        price: item.netPrice,
        deliveryDate: item.deliveryDate,
        requestedByName: unit.headName,
        orderedQuantity: isOrdered ? item.quantity : '0',
        purchaseOrderNo: isOrdered ? order.purchaseOrderNo : '',
        purchaseOrderItem: isOrdered ? item.item : 0,
      })),
    }
  })
}

/** Eighty reservations of free goods in one storage location, for the units of its plant. */
export function makeReservations(
  opening: readonly OpeningStock[],
  materials: ReadonlyMap<string, DemonstrationMaterial>,
  today: LocalDate,
): DemonstrationReservation[] {
  const random = randomOf('reservations')
  const uses = ['检修更换', '日常维护', '隐患整改', '装置开工', '技改施工']
  return Array.from({ length: 80 }, (_one, index) => {
    const location = opening[index % opening.length]!
    const units = pickingUnits.filter((one) => one.plant === location.plant)
    const unit = units[Math.floor(index / opening.length) % units.length]!
    const movementType = (['201', '201', '261', '221'] as const)[random.between(0, 3)]!
    const free = location.lines.filter((line) => line.stockCategory === 'UU')
    const chosen = new Set<(typeof free)[number]>()
    for (let wanted = random.between(1, 4); chosen.size < wanted;) chosen.add(random.pick(free))
    return {
      reservationNo: String(2_000_001 + index),
      plant: location.plant,
      pickingUnit: unit.pickingUnit,
      movementType,
      reservationDate: addDays(today, -random.between(1, 25)),
      costCenter: movementType === '201' ? unit.costCenter : '',
      wbsElement: movementType === '221' ? random.pick(projects[location.plant]!) : '',
      orderNo: movementType === '261' ? String(40_000_100 + index) : '',
      recipientName: unit.name.slice(0, 12),
      items: [...chosen].map((line, position) => ({
        item: position + 1,
        materialNo: withSheet(line, free, chosen, materials).materialNo,
        storageLocation: location.storageLocation,
        // Several reservations share the stock, so each uses a small part of it.
        quantity: withinCap(
          part(line.quantity, random.between(8, 22), materials.get(line.materialNo)!.unit),
          materials.get(line.materialNo)!,
        ),
        requirementDate: addDays(today, random.between(1, 30)),
        isMovementAllowed: !random.chance(5),
        // The first item stays open: the ERP returns no completed reservations.
        isFinallyIssued: random.chance(6) && position > 0,
        isDeleted: random.chance(5) && position > 0,
        text: random.pick(uses),
      })),
    }
  })
}

/**
 * One reservation for each open order of the demonstration unit's plant for project stock (221 Q) or consignment stock
 * (201 K), of half the ordered goods: they can be requested once the goods have arrived. Numbers follow `after`.
 */
export function makeSpecialReservations(
  orders: readonly DemonstrationOrder[],
  materials: ReadonlyMap<string, DemonstrationMaterial>,
  today: LocalDate,
  after: number,
): DemonstrationReservation[] {
  const { plant, pickingUnit, costCenter, name } = demonstrationUnit
  const special = orders.filter(({ items }) =>
    items.every(
      (item) =>
        item.plant === plant && item.specialStock !== '' && !item.isCompleted && !item.isDeleted,
    ),
  )
  return special.map(({ supplierNo, items }, index) => {
    const { specialStock, wbsElement } = items[0]!
    const isProject = specialStock === 'Q'
    return {
      reservationNo: String(2_000_001 + after + index),
      plant,
      pickingUnit,
      movementType: isProject ? '221' : '201',
      reservationDate: addDays(today, -10),
      costCenter: isProject ? '' : costCenter,
      wbsElement: isProject ? wbsElement : '',
      orderNo: '',
      recipientName: name.slice(0, 12),
      items: items.map((item, position) => ({
        item: position + 1,
        materialNo: item.materialNo,
        storageLocation: item.storageLocation,
        quantity: withinCap(
          String(Math.max(1, Math.floor(Number(item.quantity) / 2))),
          materials.get(item.materialNo)!,
        ),
        requirementDate: addDays(today, 14),
        isMovementAllowed: true,
        isFinallyIssued: false,
        isDeleted: false,
        text: isProject ? '技改项目用料' : '代储物资领用',
        specialStock: isProject ? 'Q' : 'K',
        ...(isProject ? {} : { supplierNo }),
      })),
    }
  })
}

/** How many of the reservations of such goods a planner changes while the unit waits for the goods. */
const changedReservations = 3

/**
 * Reservations for orders of the demonstration unit's plant, of goods that any vehicle may carry: they are delivered, and the
 * last ones are changed in the ERP instead. Numbers follow `after`.
 */
export function makeDeliveredReservations(
  opening: readonly OpeningStock[],
  materials: ReadonlyMap<string, DemonstrationMaterial>,
  today: LocalDate,
  after: number,
): DemonstrationReservation[] {
  const random = randomOf('delivered reservations')
  const { plant, pickingUnit, name } = demonstrationUnit
  const locations = opening
    .filter((location) => location.plant === plant)
    .map((location) => ({
      ...location,
      lines: location.lines.filter(
        ({ stockCategory, materialNo, quantity }) =>
          stockCategory === 'UU' &&
          materials.get(materialNo)!.hazardClass === '' &&
          Number(quantity) > 60,
      ),
    }))
    .filter(({ lines }) => lines.length > 2)
  return Array.from({ length: 14 + changedReservations }, (_one, index) => {
    const location = locations[index % locations.length]!
    const chosen = new Set<OpeningLine>()
    for (let wanted = random.between(1, 2); chosen.size < wanted;)
      chosen.add(random.pick(location.lines))
    return {
      reservationNo: String(2_000_001 + after + index),
      plant,
      pickingUnit,
      movementType: '261',
      reservationDate: addDays(today, -random.between(1, 5)),
      costCenter: '',
      wbsElement: '',
      orderNo: String(40_000_200 + index),
      recipientName: name.slice(0, 12),
      isDelivered: true,
      items: [...chosen].map((line, position) => ({
        item: position + 1,
        materialNo: line.materialNo,
        storageLocation: location.storageLocation,
        quantity: part(line.quantity, random.between(3, 6), materials.get(line.materialNo)!.unit),
        requirementDate: addDays(today, random.between(1, 6)),
        isMovementAllowed: true,
        isFinallyIssued: false,
        isDeleted: false,
        text: '检修现场配送',
      })),
    }
  })
}

/** Of dangerous goods so little that a person may draw it for several reservations within the period of its cap. */
const withinCap = (quantity: string, { hazardClass }: DemonstrationMaterial): string =>
  hazardClass === '' ? quantity : String(Math.min(Number(quantity), 10))

/** The line, or another one instead of the chemical whose safety data sheet is still to be registered. */
function withSheet(
  line: OpeningLine,
  free: readonly OpeningLine[],
  chosen: ReadonlySet<OpeningLine>,
  materials: ReadonlyMap<string, DemonstrationMaterial>,
): OpeningLine {
  const { description } = materials.get(line.materialNo)!
  if (!description.startsWith(withoutSheet)) return line
  return free.find((one) => !chosen.has(one) && isHarmless(one, materials)) ?? line
}

const isHarmless = (
  { materialNo }: OpeningLine,
  materials: ReadonlyMap<string, DemonstrationMaterial>,
): boolean => materials.get(materialNo)!.hazardClass === ''

function part(quantity: string, percent: number, unit: string): string {
  const share = (Number(quantity) * percent) / 100
  return unit === 'KG' || unit === 'M'
    ? Math.max(1, share).toFixed(1)
    : String(Math.max(1, Math.floor(share)))
}

/** Thirty sales orders of surplus goods for companies in the neighbourhood. */
export function makeSalesOrders(
  opening: readonly OpeningStock[],
  materials: ReadonlyMap<string, DemonstrationMaterial>,
  today: LocalDate,
): DemonstrationSalesOrder[] {
  const random = randomOf('sales orders')
  return Array.from({ length: 30 }, (_one, index) => {
    const location = opening[(index * 5) % opening.length]!
    const { companyCode } = plants.find((one) => one.plant === location.plant)!
    const free = location.lines.filter((line) => line.stockCategory === 'UU')
    const first = random.between(0, free.length - 3)
    return {
      salesOrderNo: String(5_000_001 + index),
      companyCode,
      customerNo: random.pick(customers),
      orderDate: addDays(today, -random.between(2, 30)),
      items: free.slice(first, first + random.between(1, 3)).map((line, position) => {
        const material = materials.get(line.materialNo)!
        const quantity = part(line.quantity, 10, material.unit)
        return {
          item: (position + 1) * 10,
          materialNo: line.materialNo,
          plant: location.plant,
          storageLocation: location.storageLocation,
          quantity,
          unit: material.unit,
          amount: (Number(quantity) * Number(material.price) * 1.08).toFixed(2),
          deliveryDate: addDays(today, random.between(3, 40)),
        }
      }),
    }
  })
}
