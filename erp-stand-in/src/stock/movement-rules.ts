import type { Row } from '../protocol/edm.ts'
import type { Transaction } from '../database.ts'
import { salesOrderTables } from '../external-documents/sales-order-sets.ts'
import { BusinessMessage } from '../protocol/messages.ts'
import { findMovementType } from './movement-types.ts'
import type { MovementType } from './movement-types.ts'

/** Required counterpart fields of movements, by the forward code of their family. */
const requiredCounterpart: Record<string, readonly string[]> = {
  '301': ['IssuingOrReceivingPlant', 'IssuingOrReceivingStorageLoc'],
  '303': ['IssuingOrReceivingPlant'],
  '309': ['IssgOrRcvgMaterial'],
  '311': ['IssuingOrReceivingStorageLoc'],
  '313': ['IssuingOrReceivingStorageLoc'],
  '641': ['IssuingOrReceivingPlant'],
}

const wordsOfFields: Record<string, string> = {
  IssuingOrReceivingPlant: 'Receiving plant',
  IssuingOrReceivingStorageLoc: 'Receiving storage location',
  IssgOrRcvgMaterial: 'Receiving material',
}

/** The text of a column; '' if not sent. */
export function textOf(row: Row, column: string): string {
  const value = row[column]
  return typeof value === 'string' ? value : ''
}

/**
 * Checks the rules between goods movement code (T158G), movement type and reference of an item; returns the movement
 * type.
 */
export function checkMovement(movementCode: string, item: Row): MovementType {
  const code = textOf(item, 'GoodsMovementType')
  const reference = textOf(item, 'GoodsMovementRefDocType')
  if (code === '') throw new BusinessMessage('M7/018', 'Movement type')
  const movement = findMovementType(code)
  if (movement === undefined) throw new BusinessMessage('M7/001', 'T156', code)
  checkReference(movement, item)
  const allowed = movement.movementCodes.includes(movementCode)
  const production = movementCode === '02' && reference !== 'F'
  const purchase = movementCode === '01' && movement.order !== 'none' && reference !== 'B'
  const needless = reference === 'B' && movement.order === 'none'
  const missing = movement.order !== 'none' && reference !== 'B' && reference !== 'F'
  if (!allowed || production || purchase || needless || missing) {
    throw new BusinessMessage('M7/096', code, movementCode, reference)
  }
  const forward = movement.direction === 1 ? movement.code : movement.opposite
  for (const column of requiredCounterpart[forward] ?? []) {
    if (textOf(item, column) === '') {
      throw new BusinessMessage('M7/018', wordsOfFields[column] ?? column)
    }
  }
  return movement
}

// The document type determines the permitted reference fields; the message names those fields.
function checkReference(movement: MovementType, item: Row): void {
  const reference = textOf(item, 'GoodsMovementRefDocType')
  const unsupported = (property: string) =>
    new BusinessMessage('MM_IM_ODATA_API_MDOC/011', property.toUpperCase(), movement.code)
  if (reference !== 'B' && textOf(item, 'PurchaseOrder') !== '') throw unsupported('PurchaseOrder')
  if (reference !== 'L' && reference !== 'B' && textOf(item, 'Delivery') !== '') {
    throw unsupported('Delivery')
  }
  if (reference !== 'F' && movement.order !== 'none' && textOf(item, 'ManufacturingOrder') !== '') {
    throw unsupported('ManufacturingOrder')
  }
  if (reference === 'B' && textOf(item, 'PurchaseOrder') === '' && movement.order !== 'none') {
    throw new BusinessMessage('M7/018', 'Purchase order')
  }
  if (reference === 'F' && textOf(item, 'ManufacturingOrder') === '') {
    throw new BusinessMessage('M7/018', 'Order')
  }
  if (reference === 'L' && textOf(item, 'Delivery') === '') {
    throw new BusinessMessage('M7/018', 'Delivery')
  }
}

/**
 * Consumption requires an account assignment: KI/235 without the field of the movement. The quantity of a sales order
 * is not compared: only a delivery updates it, and a 231 is the issue without one.
 */
export function checkAccount(transaction: Transaction, movement: MovementType, item: Row): void {
  if (movement.account === null) return
  if (textOf(item, movement.account) === '') throw new BusinessMessage('KI/235', movement.code)
  if (movement.account === 'SalesOrder')
    checkSalesOrder(transaction, textOf(item, 'SalesOrder'), textOf(item, 'SalesOrderItem'))
}

function checkSalesOrder(transaction: Transaction, order: string, item: string): void {
  if (transaction.get(salesOrderTables.order, order) === undefined)
    throw new BusinessMessage('V1/302', order)
  if (transaction.get(salesOrderTables.item, order, item) === undefined)
    throw new BusinessMessage('V1/303', item, order)
}
