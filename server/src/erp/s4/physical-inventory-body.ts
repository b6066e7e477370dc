import { toSapDate, type LocalDate } from '@kufang/kernel/local-date.ts'
import { firstOf } from '@kufang/kernel/present.ts'
import {
  addQuantity,
  negateQuantity,
  parseQuantity,
  subtractQuantity,
  zeroQuantity,
  type Quantity,
} from '@kufang/kernel/quantity.ts'
import type { Entity } from '../client/odata-client.ts'
import { withoutZeros, withZeros } from '../client/odata-text.ts'
import type {
  ErpPlace,
  PostingItemRequest,
  PostingRequest,
  StockCategory,
} from '../posting-model.ts'

/** A stock of the ERP with the difference that a count found in it: positive if more lies there than in the books. */
export interface CountedStock extends ErpPlace {
  /** Which goods of the storage location they are: material, batch, stock type and special stock. */
  goods: string
  materialNo: string
  difference: Quantity
  reason: string
}

/** The stock type of an inventory item (ISEG-BSTAR). */
const stockTypes: Partial<Record<StockCategory, string>> = { UU: '1', QI: '2', BL: '4' }
const categories: Readonly<Record<string, StockCategory>> = { '1': 'UU', '2': 'QI', '4': 'BL' }

/** The goods of a place within its storage location. */
export function goodsOf(materialNo: string, place: Omit<ErpPlace, 'plant'>): string {
  const reference = place.specialStockReference.split('/').map(withoutZeros).join('/')
  const { batch, stockCategory, specialStock } = place
  return [withoutZeros(materialNo), batch, stockCategory, specialStock, reference].join('|')
}

/** The stocks that a posting changes: of goods that lay in several bins the differences together. */
export function countedStocks({ items }: Pick<PostingRequest, 'items'>): CountedStock[] {
  const byGoods = Map.groupBy(items, (item) => goodsOf(item.materialNo, placeOf(item)))
  return [...byGoods].map(([goods, own]) => {
    const { materialNo, reason = '', ...first } = firstOf(own)
    const difference = own.reduce(
      (sum, { from, quantity }) =>
        addQuantity(sum, from === null ? quantity : negateQuantity(quantity)),
      zeroQuantity,
    )
    return { ...placeOf(first), goods, materialNo, difference, reason }
  })
}

function placeOf({ from, to }: Pick<PostingItemRequest, 'from' | 'to'>): ErpPlace {
  const place = from ?? to
  if (place === null) throw new RangeError('a difference of a count is neither here nor gone')
  return place
}

/** The goods of an item of an inventory document. */
export const goodsOfItem = (row: Entity): string => goodsOf(textOf(row.Material), placeOfItem(row))

/** Items of inventory documents with the differences of their counts. */
export function itemsOfInventory(rows: readonly Entity[]): CountedStock[] {
  return rows.map((row) => ({
    ...placeOfItem(row),
    goods: goodsOfItem(row),
    materialNo: withoutZeros(textOf(row.Material)),
    difference: subtractQuantity(
      parseQuantity(textOf(row.Quantity) || '0'),
      parseQuantity(textOf(row.BookQtyBfrCountInMatlBaseUnit) || '0'),
    ),
    reason: withoutZeros(textOf(row.ReasonForPhysInvtryDifference)),
  }))
}

/** The storage location and the stock of an item; without the material. */
export function placeOfItem(row: Entity): ErpPlace {
  const special = textOf(row.InventorySpecialStockType)
  const specialStock =
    special === 'K' || special === 'Q' || special === 'E' || special === 'O' ? special : ''
  const references = {
    '': '',
    K: textOf(row.Supplier),
    O: textOf(row.Supplier),
    Q: textOf(row.WBSElement),
    E: `${textOf(row.SalesOrder)}/${textOf(row.SalesOrderItem)}`,
  }
  return {
    plant: textOf(row.Plant),
    storageLocation: textOf(row.StorageLocation),
    stockCategory: categories[textOf(row.PhysicalInventoryStockType)] ?? '',
    specialStock,
    specialStockReference: references[specialStock],
    batch: textOf(row.Batch),
  }
}

/**
 * The deep insert of A_PhysInventoryDocHeader: one storage location, one kind of special stock, each stock once. Without
 * posting block: an attempt that breaks off in between keeps nobody from posting goods movements.
 */
export function inventoryDocumentBody(
  stocks: readonly CountedStock[],
  header: {
    /** The key by which the document is found. */
    reference: string
    documentNo: string
    documentDate: LocalDate
    postingDate: LocalDate
    materialLength?: number
  },
): Record<string, unknown> {
  const { plant, storageLocation, specialStock } = firstOf(stocks)
  return {
    Plant: plant,
    StorageLocation: storageLocation,
    InventorySpecialStockType: specialStock,
    DocumentDate: toSapDate(header.documentDate),
    PhysInventoryPlannedCountDate: toSapDate(header.postingDate),
    PhysInventoryReferenceNumber: header.reference,
    PhysicalInventoryDocumentDesc: header.documentNo,
    to_PhysicalInventoryDocumentItem: {
      results: stocks.map((stock) => itemBody(stock, header.materialLength ?? 0)),
    },
  }
}

function itemBody(stock: CountedStock, materialLength: number): Record<string, unknown> {
  const { specialStock, specialStockReference: reference } = stock
  const [order = '', orderItem = ''] = reference.split('/')
  const fields = {
    Material: withZeros(stock.materialNo, materialLength),
    Batch: stock.batch,
    PhysicalInventoryStockType: stockTypes[stock.stockCategory],
    ReasonForPhysInvtryDifference: stock.reason === '' ? '' : withZeros(stock.reason, 4),
    ...((specialStock === 'K' || specialStock === 'O') && { Supplier: reference }),
    ...(specialStock === 'Q' && { WBSElement: reference }),
    ...(specialStock === 'E' && { SalesOrder: order, SalesOrderItem: withZeros(orderItem, 6) }),
  }
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''),
  )
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
