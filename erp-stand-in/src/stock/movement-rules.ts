import type { Row } from '../protocol/edm.ts'
import { BusinessMessage } from '../protocol/messages.ts'
import { findMovementType } from './movement-types.ts'
import type { MovementType } from './movement-types.ts'

/** Counterpart fields a movement cannot do without, by the forward code of its family. */
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

/** Text of a column, '' when the caller did not send it. */
export function textOf(row: Row, column: string): string {
  const value = row[column]
  return typeof value === 'string' ? value : ''
}

/**
 * The rules between movement code (T158G), movement type and reference of an item; returns the
 * movement type. `wanted` are the fields of the item that were sent.
 */
export function checkMovement(movementCode: string, item: Row): MovementType {
  const code = textOf(item, 'GoodsMovementType')
  const reference = textOf(item, 'GoodsMovementRefDocType')
  if (code === '') throw new BusinessMessage('M7/018', 'Movement type')
  const movement = findMovementType(code)
  if (movement === undefined) throw new BusinessMessage('M7/001', 'T156', code)
  checkReference(movement, item)
  const allowed = movementCode === '06' || movement.movementCodes.includes(movementCode)
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

// The document type says which reference fields exist at all; the message names those fields.
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

/** Consumption needs an account: KI/235 when the item names none of the movement's kind. */
export function checkAccount(movement: MovementType, item: Row): void {
  if (movement.account === null) return
  if (textOf(item, movement.account) === '') throw new BusinessMessage('KI/235', movement.code)
}
