import type { Quantity } from '@kufang/kernel/quantity.ts'
import { firstOf } from '@kufang/kernel/present.ts'
import type { Entity } from '../client/odata-client.ts'
import { textLiteral } from '../client/odata-text.ts'
import type { StockCategory } from '../posting-model.ts'
import { chunks, type MirrorSource, numberText, quantity, readRows, text } from './source.ts'

/** A row of the ERP's stock, in base units. */
export interface ErpStock {
  materialNo: string
  plant: string
  storageLocation: string
  batch: string
  stockCategory: StockCategory
  /** The ERP's own stock type, which also represents categories unknown to us. */
  stockType: string
  specialStock: '' | 'K' | 'Q' | 'E' | 'O'
  specialStockReference: string
  quantity: Quantity
  unit: string
}

export interface StockRequest {
  plants?: readonly string[]
  materialNos?: readonly string[]
  storageLocation?: string
}

const categories: Record<string, StockCategory> = {
  '01': 'UU',
  '02': 'QI',
  '04': 'IT',
  '05': 'IT',
  '06': 'IT',
  '07': 'BL',
  '10': 'GRB',
}

/** Reads the ERP's current stock (A_MatlStkInAcctMod) without empty rows. */
export async function* readStock(
  source: MirrorSource,
  request: StockRequest,
): AsyncGenerator<ErpStock> {
  const base: string[] = []
  if (request.plants !== undefined && request.plants.length > 0)
    base.push(eitherOf('Plant', request.plants))
  if (request.storageLocation)
    base.push(`StorageLocation eq ${textLiteral(request.storageLocation)}`)
  const filters =
    request.materialNos === undefined
      ? [base.join(' and ')]
      : chunks(request.materialNos, 20).map((some) =>
          [...base, eitherOf('Material', some)].join(' and '),
        )
  const rows = readRows(source, 'A_MatlStkInAcctMod', filters, {
    // All eleven keys, because otherwise pages could repeat or skip rows.
    $orderby:
      'Material,Plant,StorageLocation,Batch,Supplier,Customer,WBSElementInternalID,SDDocument,SDDocumentItem,InventorySpecialStockType,InventoryStockType',
  })
  for await (const row of rows) {
    const stock = stockOf(row)
    if (stock.quantity !== '0') yield stock
  }
}

function eitherOf(name: string, values: readonly string[]): string {
  const terms = values.map((value) => `${name} eq ${textLiteral(value)}`)
  return terms.length === 1 ? firstOf(terms) : `(${terms.join(' or ')})`
}

function stockOf(row: Entity): ErpStock {
  const stockType = text(row.InventoryStockType)
  const special = text(row.InventorySpecialStockType)
  const specialStock =
    special === 'K' || special === 'Q' || special === 'E' || special === 'O' ? special : ''
  return {
    materialNo: numberText(row.Material),
    plant: text(row.Plant),
    storageLocation: text(row.StorageLocation),
    batch: text(row.Batch),
    stockCategory: categories[stockType] ?? '',
    stockType,
    specialStock,
    specialStockReference: referenceOf(row, specialStock),
    quantity: quantity(row.MatlWrhsStkQtyInMatlBaseUnit),
    unit: text(row.MaterialBaseUnit),
  }
}

function referenceOf(row: Entity, specialStock: string): string {
  if (specialStock === 'K' || specialStock === 'O') return text(row.Supplier)
  if (specialStock === 'Q')
    return text(row.WBSElementExternalID) || numberText(row.WBSElementInternalID)
  if (specialStock === 'E') return `${text(row.SDDocument)}/${numberText(row.SDDocumentItem)}`
  return ''
}
