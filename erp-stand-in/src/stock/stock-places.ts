import { BusinessMessage } from '../protocol/messages.ts'
import type { ItemContext } from './item-context.ts'
import { textOf } from './movement-rules.ts'
import type { StockEffect, StockType } from './movement-types.ts'
import { ownStock } from './stock-ledger.ts'
import type { SpecialStock, StockKey } from './stock-ledger.ts'

/** The stock changed by an effect of a movement. */
export function placeOf(context: ItemContext, effect: StockEffect): StockKey {
  const { row, product } = context
  const other = effect.at === 'there'
  const pick = (there: string, here: string) => (other && textOf(row, there)) || textOf(row, here)
  const special = specialStock(context, effect)
  const stockType = effect.stock === 'requested' ? requestedType(context) : effect.stock
  // Without batch management SAP keeps split-valued stock under its valuation type instead of a batch (MARC-XCHAR).
  const isUnderType = context.isSplitValued && context.product.IsBatchManagementRequired !== true
  const batch = isUnderType
    ? pick('IssuingOrReceivingValType', 'InventoryValuationType')
    : pick('IssgOrRcvgBatch', 'Batch')
  if (context.product.IsBatchManagementRequired === true && batch === '') {
    throw new BusinessMessage('M7/018', 'Batch')
  }
  const location = pick('IssuingOrReceivingStorageLoc', 'StorageLocation')
  return {
    material: pick('IssgOrRcvgMaterial', 'Material'),
    plant: pick('IssuingOrReceivingPlant', 'Plant'),
    storageLocation: effect.withoutLocation === true || effect.stock === '10' ? '' : location,
    batch,
    special,
    stockType,
    baseUnit: String(product.BaseUnit),
  }
}

/** What the item says, else its order. */
function requestedType({ row, line }: ItemContext): StockType {
  const ofOrder = line === null ? '' : textOf(line.item, 'StockType')
  const requested = textOf(row, 'InventoryStockType') || ofOrder
  if (requested === '' || requested === '01') return '01'
  if (requested === '02' || requested === '07') return requested
  throw new BusinessMessage('M7/001', 'InventoryStockType', requested)
}

function specialStock(context: ItemContext, effect: StockEffect): SpecialStock {
  const { row } = context
  if (effect.special === 'own') return ownStock
  const type = effect.special === 'item' ? itemSpecialType(context) : effect.special
  switch (type) {
    case '':
      return ownStock
    case 'K':
    case 'O': {
      const supplier = required(textOf(row, 'Supplier'), 'Supplier')
      return { ...ownStock, type, supplier }
    }
    case 'Q': {
      const wbs = textOf(row, 'SpecialStockIdfgWBSElement') || textOf(row, 'WBSElement')
      return { ...ownStock, type, wbsElement: required(wbs, 'WBS element') }
    }
    case 'E': {
      const order = textOf(row, 'SpecialStockIdfgSalesOrder') || textOf(row, 'SalesOrder')
      const item = textOf(row, 'SpecialStockIdfgSalesOrderItem') || textOf(row, 'SalesOrderItem')
      return {
        ...ownStock,
        type,
        salesOrder: required(order, 'Sales order'),
        salesOrderItem: required(item, 'Sales order item'),
      }
    }
    default:
      return type satisfies never
  }
}

/** The special stock of the item: as sent, else from the purchase order. */
export function itemSpecialType(context: ItemContext): SpecialStock['type'] {
  const sent = textOf(context.row, 'InventorySpecialStockType')
  if (sent === 'K' || sent === 'Q' || sent === 'E' || sent === 'O') return sent
  if (sent !== '') throw new BusinessMessage('M7/001', 'InventorySpecialStockType', sent)
  if (context.line === null) return ''
  const category = textOf(context.line.item, 'PurchaseOrderItemCategory')
  if (category === 'K' || category === '2') return 'K'
  const account = textOf(context.line.item, 'AccountAssignmentCategory')
  if (account === 'Q') return 'Q'
  return account === 'E' || account === 'M' ? 'E' : ''
}

function required(value: string, name: string): string {
  if (value === '') throw new BusinessMessage('M7/018', name)
  return value
}
