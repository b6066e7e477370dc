import { isPositive, zeroQuantity } from '@kufang/kernel/quantity.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import type { Transaction } from '../database.ts'
import { findOrderLine } from '../external-documents/order-progress.ts'
import type { OrderLine } from '../external-documents/order-progress.ts'
import { findReservationItem } from '../external-documents/reservation-progress.ts'
import { findPlant, organizationTables } from '../masters/organization.ts'
import { productTables } from '../masters/product-sets.ts'
import { checkDecimals, factorOf, fromBaseUnit, toBaseUnit } from '../masters/units.ts'
import type { Factor } from '../masters/units.ts'
import type { Row } from '../protocol/edm.ts'
import { BusinessMessage } from '../protocol/messages.ts'
import { checkMovement, textOf } from './movement-rules.ts'
import type { MovementType } from './movement-types.ts'
import { batchValuationTable } from './stock-ledger.ts'

/** An item with all referenced objects and defaults. */
export interface ItemContext {
  readonly movement: MovementType
  /** The columns of the document item so far. */
  readonly row: Row
  readonly product: Row
  /** Valued separately by valuation type (MBEW-BWTTY). */
  readonly isSplitValued: boolean
  readonly company: { readonly code: string; readonly currency: string }
  readonly line: OrderLine | null
  readonly reservationItem: Row | null
  readonly baseQuantity: Quantity
  readonly entryQuantity: Quantity
  /** The quantity in the purchase order's unit; zero without an order. */
  readonly orderQuantity: Quantity
  /** Received with account assignment: consumed immediately, never in stock. */
  readonly consumed: boolean
}

const fromReservationHeader: readonly (readonly [here: string, there: string])[] = [
  ['CostCenter', 'CostCenter'],
  ['WBSElement', 'WBSElement'],
  ['SalesOrder', 'SalesOrder'],
  ['SalesOrderItem', 'SalesOrderItem'],
  ['ManufacturingOrder', 'OrderID'],
  ['MasterFixedAsset', 'AssetNumber'],
  ['FixedAsset', 'AssetSubNumber'],
  ['IssuingOrReceivingPlant', 'IssuingOrReceivingPlant'],
  ['IssuingOrReceivingStorageLoc', 'IssuingOrReceivingStorageLoc'],
]

const ofSpecialStock = [
  'InventorySpecialStockType',
  'SpecialStockIdfgWBSElement',
  'Supplier',
] as const

/** Reads order, reservation, material, plant and units of an item; refuses unknown ones. */
export function openItem(transaction: Transaction, movementCode: string, sent: Row): ItemContext {
  const movement = checkMovement(movementCode, sent)
  const line =
    textOf(sent, 'PurchaseOrder') === ''
      ? null
      : findOrderLine(transaction, textOf(sent, 'PurchaseOrder'), textOf(sent, 'PurchaseOrderItem'))
  const reservation = openReservation(transaction, movement, sent)
  const row = filled(sent, line, reservation)
  const product = findProduct(transaction, row)
  const plant = findPlant(transaction, textOf(row, 'Plant'))
  if (plant === undefined) throw new BusinessMessage('M7/001', 'T001W', textOf(row, 'Plant'))
  checkPlaces(transaction, row, movement)
  const isSplitValued = checkValuationType(transaction, row, product, line)
  const consumed = line !== null && isConsumed(line)
  const quantities = readQuantities(transaction, row, product, line)
  return {
    movement,
    row: { ...row, EntryUnit: quantities.unit },
    product,
    isSplitValued,
    company: { code: String(plant.CompanyCode), currency: String(plant.Currency) },
    line,
    reservationItem: reservation?.item ?? null,
    baseQuantity: quantities.base,
    entryQuantity: quantities.entry,
    orderQuantity: quantities.order,
    consumed,
  }
}

function openReservation(
  transaction: Transaction,
  movement: MovementType,
  sent: Row,
): { header: Row; item: Row } | null {
  const number = textOf(sent, 'Reservation')
  if (number === '') return null
  const found = findReservationItem(
    transaction,
    number,
    textOf(sent, 'ReservationItem'),
    textOf(sent, 'ReservationItemRecordType'),
    movement.direction === 1,
  )
  const reserved = textOf(found.item, 'GoodsMovementType')
  if (reserved !== movement.code && reserved !== movement.opposite) {
    throw new BusinessMessage('M7/097', movement.code, reserved)
  }
  return found
}

function filled(
  sent: Row,
  line: OrderLine | null,
  reservation: { header: Row; item: Row } | null,
): Row {
  const row: Row = { ...sent }
  const fill = (column: string, value: string) => {
    if (textOf(row, column) === '' && value !== '') row[column] = value
  }
  const adopt = (material: string) => {
    const own = textOf(row, 'Material')
    if (own !== '' && material !== '' && own !== material) {
      throw new BusinessMessage('M7/090', own, material)
    }
    fill('Material', material)
  }
  if (line !== null) {
    adopt(textOf(line.item, 'Material'))
    fill('Plant', textOf(line.item, 'Plant'))
    fill('StorageLocation', textOf(line.item, 'StorageLocation'))
    row.Supplier = textOf(line.order, 'Supplier')
    row.AccountAssignmentCategory = textOf(line.item, 'AccountAssignmentCategory')
    if (line.account !== undefined) {
      const accounts = ['CostCenter', 'WBSElement', 'SalesOrder', 'SalesOrderItem', 'GLAccount']
      for (const column of accounts) fill(column, textOf(line.account, column))
      fill('ManufacturingOrder', textOf(line.account, 'OrderID'))
      fill('MasterFixedAsset', textOf(line.account, 'MasterFixedAsset'))
    }
  }
  if (reservation !== null) {
    adopt(textOf(reservation.item, 'Product'))
    fill('Plant', textOf(reservation.item, 'Plant'))
    fill('StorageLocation', textOf(reservation.item, 'StorageLocation'))
    fill('Batch', textOf(reservation.item, 'Batch'))
    // An item that names no special stock withdraws what its reservation item names (BAPI_GOODSMVT_CREATE).
    if (textOf(row, 'InventorySpecialStockType') === '')
      for (const column of ofSpecialStock) fill(column, textOf(reservation.item, column))
    for (const [here, there] of fromReservationHeader) fill(here, textOf(reservation.header, there))
  }
  return row
}

function findProduct(transaction: Transaction, row: Row): Row {
  const material = textOf(row, 'Material')
  if (material === '') throw new BusinessMessage('M7/018', 'Material')
  const product = transaction.get(productTables.product, material)
  if (product === undefined) throw new BusinessMessage('M3/305', material)
  return product
}

// The material must be maintained in the plant, and every location must exist.
function checkPlaces(transaction: Transaction, row: Row, movement: MovementType): void {
  const [material, plant] = [textOf(row, 'Material'), textOf(row, 'Plant')]
  if (plant === '') throw new BusinessMessage('M7/018', 'Plant')
  if (transaction.get(productTables.plant, material, plant) === undefined) {
    throw new BusinessMessage('M3/351', material, plant)
  }
  checkLocation(transaction, plant, textOf(row, 'StorageLocation'))
  const otherPlant = textOf(row, 'IssuingOrReceivingPlant') || plant
  const otherMaterial = textOf(row, 'IssgOrRcvgMaterial') || material
  if (transaction.get(productTables.plant, otherMaterial, otherPlant) === undefined) {
    throw new BusinessMessage('M3/351', otherMaterial, otherPlant)
  }
  checkLocation(transaction, otherPlant, textOf(row, 'IssuingOrReceivingStorageLoc'))
  const needsLocation = movement.effects.some(
    (effect) => effect.at === 'here' && effect.withoutLocation !== true && effect.stock !== '10',
  )
  if (needsLocation && textOf(row, 'StorageLocation') === '') {
    const category = textOf(row, 'AccountAssignmentCategory')
    if (category === '' || category === 'Q' || category === 'E' || category === 'M') {
      throw new BusinessMessage('M7/018', 'Storage location')
    }
  }
}

/**
 * A material with split valuation is moved with a valuation type of its own, which SAP asks for like any other missing
 * field. It is that of the order item, and of the batch since its first movement (MCHA-BWTAR).
 */
function checkValuationType(
  transaction: Transaction,
  row: Row,
  product: Row,
  line: OrderLine | null,
): boolean {
  const [material, plant, batch] = [
    textOf(row, 'Material'),
    textOf(row, 'Plant'),
    textOf(row, 'Batch'),
  ]
  const valuation = transaction.get(productTables.valuation, material, plant, '')
  if (valuation === undefined || textOf(valuation, 'ValuationCategory') === '') return false
  const type = textOf(row, 'InventoryValuationType')
  if (type === '') throw new BusinessMessage('M7/018', 'Valuation type')
  if (transaction.get(productTables.valuation, material, plant, type) === undefined)
    throw new BusinessMessage('M7/001', 'MBEW', `${material} ${plant} ${type}`)
  const differs = (from: string, other: string) => {
    if (other !== '' && other !== type) throw new BusinessMessage('M7/034', type, other, from)
  }
  if (line !== null) differs('the order', textOf(line.item, 'ValuationType'))
  if (product.IsBatchManagementRequired !== true) {
    differs('the stock', batch)
    return true
  }
  const key = { Material: material, Plant: plant, Batch: batch }
  const known = transaction.get(batchValuationTable, material, plant, batch)
  differs(`batch ${batch}`, known === undefined ? '' : textOf(known, 'ValuationType'))
  if (known === undefined && batch !== '')
    transaction.put(batchValuationTable, { ...key, ValuationType: type })
  return true
}

function checkLocation(transaction: Transaction, plant: string, location: string): void {
  if (location === '') return
  if (transaction.get(organizationTables.storageLocation, plant, location) === undefined) {
    throw new BusinessMessage('M7/001', 'T001L', `${plant} ${location}`)
  }
}

// Project and sales order stock are stock; cost centre, order, asset and direct project consumption are not.
function isConsumed(line: OrderLine): boolean {
  const category = textOf(line.item, 'AccountAssignmentCategory')
  return category !== '' && category !== 'Q' && category !== 'E' && category !== 'M'
}

/**
 * The quantities of an item. Its own unit of an order converts by the order item's fraction, which may differ from the
 * product's; any other unit by the product's.
 */
function readQuantities(
  transaction: Transaction,
  row: Row,
  product: Row,
  line: OrderLine | null,
): { unit: string; entry: Quantity; base: Quantity; order: Quantity } {
  const entry = textOf(row, 'QuantityInEntryUnit') as Quantity | ''
  if (entry === '' || !isPositive(entry)) throw new BusinessMessage('M7/120')
  const orderUnit = line === null ? '' : textOf(line.item, 'PurchaseOrderQuantityUnit')
  const baseUnit = String(product.BaseUnit)
  const unit = textOf(row, 'EntryUnit') || orderUnit || baseUnit
  checkDecimals(entry, unit)
  const factor =
    line !== null && unit === orderUnit
      ? orderFactor(transaction, product, line)
      : factorOf(transaction, product, unit)
  const base = toBaseUnit(entry, factor)
  checkDecimals(base, baseUnit)
  // Avoids rounding if the unit is the order's own.
  const order =
    line === null
      ? zeroQuantity
      : unit === orderUnit
        ? entry
        : fromBaseUnit(base, orderFactor(transaction, product, line))
  return { unit, entry, base, order }
}

/** The order item's conversion (EKPO-UMREZ, -UMREN), or the product's if the item has none. */
function orderFactor(transaction: Transaction, product: Row, { item }: OrderLine): Factor {
  const [numerator, denominator] = [
    textOf(item, 'OrderItemQtyToBaseQtyNmrtr'),
    textOf(item, 'OrderItemQtyToBaseQtyDnmntr'),
  ]
  if (numerator !== '' && numerator !== '0' && denominator !== '' && denominator !== '0')
    return { numerator, denominator }
  const unit = textOf(item, 'PurchaseOrderQuantityUnit') || String(product.BaseUnit)
  return factorOf(transaction, product, unit)
}
