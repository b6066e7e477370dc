import { createHash } from 'node:crypto'
import { compareMoney, multiplyMoney, parseMoney } from '@kufang/kernel/money.ts'
import { parseCsv } from '../csv.ts'
import type { Row } from '../protocol/edm.ts'
import type {
  SeedPlant,
  SeedProduct,
  SeedPurchaseOrder,
  SeedPurchaseOrderItem,
  StandInSeed,
} from '../seed.ts'
import { orderNumber, readFileDate, readFileNumber } from './orders-file-fields.ts'

/** Data of the file beyond ERP orders, needed to process its lines. */
export interface OrdersFileLine extends Row {
  /** Position in the file, from 1. */
  Line: string
  LineId: string
  OriginalOrder: string
  PurchaseOrder: string
  PurchaseOrderItem: string
  /** ASN-… directly from the supplier, DN-… from a regional warehouse. */
  DeliveryNote: string
  Supplier: string
  SupplierName: string
  Product: string
  Description: string
  Plant: string
  StorageLocation: string
  Quantity: string
  Unit: string
  PiecesPerPack: string
  PackPrice: string
  LineValue: string
  OrderDate: string | null
  ScheduledDate: string
  DeliveredDate: string
  RecordedDate: string
  Country: string
  ProjectCode: string
  ShipmentMode: string
  Incoterm: string
  Fulfilment: string
  Manufacturer: string
  WeightKilograms: string | null
  FreightCost: string | null
}

export interface OrdersFile {
  readonly lines: readonly OrdersFileLine[]
  readonly seed: StandInSeed
}

/**
 * Reads orders from a delivery-history CSV: lines become items 10, 20, … of their order, vendors and descriptions get
 * stable numbers, countries are mapped to plants. The regional warehouse becomes a supplier of that name, like an
 * internal supplier in cross-company orders.
 */
export function readOrdersFile(text: string, plants: readonly SeedPlant[]): OrdersFile {
  const records = parseCsv(text)
  const suppliers = stableNumbers(
    records.map((record) => get(record, 'Vendor')),
    supplierNumber,
  )
  const products = stableNumbers(
    records.map((record) => get(record, 'Item Description')),
    productNumber,
  )
  const itemCount = new Map<string, number>()
  const lines = records.map((record, index): OrdersFileLine => {
    const purchaseOrder = orderNumber(get(record, 'PO / SO #'))
    const item = (itemCount.get(purchaseOrder) ?? 0) + 10
    itemCount.set(purchaseOrder, item)
    const vendor = get(record, 'Vendor')
    const description = get(record, 'Item Description')
    const place = placeOf(plants, get(record, 'Country'), get(record, 'Product Group'))
    return {
      Line: String(index + 1),
      LineId: get(record, 'ID'),
      OriginalOrder: get(record, 'PO / SO #'),
      PurchaseOrder: purchaseOrder,
      PurchaseOrderItem: String(item),
      DeliveryNote: get(record, 'ASN/DN #'),
      Supplier: suppliers.get(vendor) ?? '',
      SupplierName: vendor,
      Product: products.get(description) ?? '',
      Description: description,
      ...place,
      Quantity: get(record, 'Line Item Quantity'),
      Unit: 'PAK',
      PiecesPerPack: get(record, 'Unit of Measure (Per Pack)'),
      PackPrice: get(record, 'Pack Price'),
      LineValue: get(record, 'Line Item Value'),
      OrderDate: readFileDate(get(record, 'PO Sent to Vendor Date')),
      ScheduledDate: requiredDate(record, 'Scheduled Delivery Date'),
      DeliveredDate: requiredDate(record, 'Delivered to Client Date'),
      RecordedDate: requiredDate(record, 'Delivery Recorded Date'),
      Country: get(record, 'Country'),
      ProjectCode: get(record, 'Project Code'),
      ShipmentMode: get(record, 'Shipment Mode'),
      Incoterm: get(record, 'Vendor INCO Term'),
      Fulfilment: get(record, 'Fulfill Via'),
      Manufacturer: get(record, 'Manufacturing Site'),
      WeightKilograms: readFileNumber(get(record, 'Weight (Kilograms)')),
      FreightCost: readFileNumber(get(record, 'Freight Cost (USD)')),
    }
  })
  return { lines, seed: seedOf(lines, records, plants) }
}

function seedOf(
  lines: readonly OrdersFileLine[],
  records: readonly ReadonlyMap<string, string>[],
  plants: readonly SeedPlant[],
): StandInSeed {
  const products = new Map<string, SeedProduct>()
  const suppliers = new Map<string, { supplier: string; name: string }>()
  const orders = new Map<string, OrdersFileLine[]>()
  for (const [index, line] of lines.entries()) {
    suppliers.set(line.Supplier, { supplier: line.Supplier, name: line.SupplierName })
    if (!products.has(line.Product))
      products.set(line.Product, productOf(line, records[index], plants))
    const order = orders.get(line.PurchaseOrder)
    if (order === undefined) orders.set(line.PurchaseOrder, [line])
    else order.push(line)
  }
  const companies = new Map(plants.map((plant) => [plant.plant, plant.companyCode]))
  return {
    plants,
    products: [...products.values()],
    suppliers: [...suppliers.values()],
    purchaseOrders: [...orders.values()].map((order) => orderOf(order, companies)),
  }
}

function productOf(
  line: OrdersFileLine,
  record: ReadonlyMap<string, string> | undefined,
  plants: readonly SeedPlant[],
): SeedProduct {
  return {
    product: line.Product,
    descriptions: { EN: line.Description },
    baseUnit: 'PAK',
    productType: 'HAWA',
    productGroup: (record?.get('Product Group') ?? '').slice(0, 9),
    // The number of pieces per pack.
    units: [{ unit: 'EA', numerator: 1, denominator: Number(line.PiecesPerPack) }],
    plants: plants.map((plant) => plant.plant),
  }
}

function orderOf(
  lines: readonly OrdersFileLine[],
  companies: ReadonlyMap<string, string>,
): SeedPurchaseOrder {
  const [first] = lines
  if (first === undefined) throw new Error('an order has at least one line')
  // If the sending date is not captured, the first scheduled date is the latest possible.
  const promised = lines.map((line) => line.ScheduledDate).toSorted()[0] ?? first.ScheduledDate
  return {
    purchaseOrder: first.PurchaseOrder,
    companyCode: companies.get(first.Plant) ?? '',
    supplier: first.Supplier,
    orderDate: first.OrderDate !== null && first.OrderDate < promised ? first.OrderDate : promised,
    currency: 'USD',
    items: lines.map(itemOf),
  }
}

function itemOf(line: OrdersFileLine): SeedPurchaseOrderItem {
  return {
    item: line.PurchaseOrderItem,
    product: line.Product,
    text: line.Description,
    plant: line.Plant,
    storageLocation: line.StorageLocation,
    quantity: line.Quantity,
    unit: line.Unit,
    ...priceOf(line),
    deliveryDate: line.ScheduledDate,
  }
}

// Pack prices in the file are rounded: if they do not result in the line's value, the value itself is the price of the
// whole quantity (or of 10,000 packs), so that no cent is lost.
function priceOf(line: OrdersFileLine): { netPrice: string; priceUnit: number } {
  const value = parseMoney(line.LineValue)
  if (compareMoney(multiplyMoney(line.PackPrice, line.Quantity), value) === 0) {
    return { netPrice: line.PackPrice, priceUnit: 1 }
  }
  const quantity = Number(line.Quantity)
  if (quantity <= 99_999) return { netPrice: value, priceUnit: quantity }
  return { netPrice: ((Number(value) / quantity) * 10_000).toFixed(3), priceUnit: 10_000 }
}

function get(record: ReadonlyMap<string, string>, column: string): string {
  const value = record.get(column)
  if (value === undefined) throw new Error(`the orders file has no column '${column}'`)
  return value.trim()
}

function requiredDate(record: ReadonlyMap<string, string>, column: string): string {
  const date = readFileDate(get(record, column))
  if (date === null) throw new Error(`line ${get(record, 'ID')}: no date in '${column}'`)
  return date
}

function hash(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0)
}

const supplierNumber = (digits: number) => String(700_000 + (digits % 100_000))
const productNumber = (digits: number) => `M-${String(digits % 100_000_000).padStart(8, '0')}`

/** The same name always gets the same number; collisions are resolved. */
function stableNumbers(
  names: readonly string[],
  format: (digits: number) => string,
): Map<string, string> {
  const numbers = new Map<string, string>()
  const taken = new Set<string>()
  for (const name of [...new Set(names)].toSorted()) {
    let digits = hash(name)
    while (taken.has(format(digits))) digits += 1
    taken.add(format(digits))
    numbers.set(name, format(digits))
  }
  return numbers
}

function placeOf(
  plants: readonly SeedPlant[],
  country: string,
  group: string,
): { Plant: string; StorageLocation: string } {
  const plant = plants[hash(country) % plants.length]
  if (plant === undefined) throw new Error('the orders file needs at least one plant')
  const location =
    plant.storageLocations[hash(`${country} ${group}`) % plant.storageLocations.length]
  if (location === undefined) throw new Error(`plant ${plant.plant} has no storage location`)
  return { Plant: plant.plant, StorageLocation: location }
}
