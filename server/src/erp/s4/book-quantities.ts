import {
  addQuantity,
  multiplyQuantity,
  zeroQuantity,
  type Quantity,
} from '@kufang/kernel/quantity.ts'
import type { Entity, ODataClient } from '../client/odata-client.ts'
import { textLiteral, withZeros } from '../client/odata-text.ts'
import type { StockCategory } from '../posting-model.ts'
import type { Call } from './material-document.ts'
import { goodsOf, placeOfItem, type CountedStock } from './physical-inventory-body.ts'

/** The stock types of which an inventory document counts. */
const categories: Readonly<Record<string, StockCategory>> = { '01': 'UU', '02': 'QI', '07': 'BL' }

/** All keys of the set, because otherwise pages could repeat or skip rows. */
const orderby =
  'Material,Plant,StorageLocation,Batch,Supplier,Customer,WBSElementInternalID,SDDocument,SDDocumentItem,InventorySpecialStockType,InventoryStockType'

/** Numbers per filter, because gateways limit the URL length. */
const numbersPerCall = 20

/**
 * What the ERP has of goods of one storage location at this moment (A_MatlStkInAcctMod), by `goods`; of goods that it does
 * not have nothing.
 * @param materialLength to which material numbers are padded
 */
export async function readBookQuantities(
  client: ODataClient,
  stocks: readonly CountedStock[],
  materialLength: number,
  call: Call,
): Promise<ReadonlyMap<string, Quantity>> {
  const books = new Map<string, Quantity>()
  const [first] = stocks
  if (first === undefined) return books
  const materials = [...new Set(stocks.map(({ materialNo }) => materialNo))]
  const place = `Plant eq ${textLiteral(first.plant)} and StorageLocation eq ${textLiteral(first.storageLocation)}`
  for (let at = 0; at < materials.length; at += numbersPerCall) {
    const either = materials
      .slice(at, at + numbersPerCall)
      .map((no) => `Material eq ${textLiteral(withZeros(no, materialLength))}`)
    // oxlint-disable-next-line no-await-in-loop -- page by page
    const rows = await client.getAll('A_MatlStkInAcctMod', {
      ...call,
      operation: 'look-up',
      query: { $filter: `${place} and (${either.join(' or ')})`, $orderby: orderby },
    })
    for (const row of rows) {
      const goods = goodsOfStock(row)
      // Rounded to the 3 decimals of a quantity: the set has 14.
      const quantity = multiplyQuantity('1' as Quantity, String(row.MatlWrhsStkQtyInMatlBaseUnit))
      books.set(goods, addQuantity(books.get(goods) ?? zeroQuantity, quantity))
    }
  }
  return books
}

/** The goods of a row of the stock, which has other names for what an inventory item names. */
function goodsOfStock(row: Entity): string {
  const place = placeOfItem({
    ...row,
    WBSElement: row.WBSElementExternalID,
    SalesOrder: row.SDDocument,
    SalesOrderItem: row.SDDocumentItem,
  })
  const stockCategory = categories[String(row.InventoryStockType)] ?? ''
  return goodsOf(String(row.Material), { ...place, stockCategory })
}
