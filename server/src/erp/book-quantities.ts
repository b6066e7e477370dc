import { addQuantity, zeroQuantity, type Quantity } from '@kufang/kernel/quantity.ts'
import { withZeros } from './client/odata-text.ts'
import type { MirrorSource } from './mirrors/source.ts'
import { readStock } from './mirrors/stock.ts'
import { goodsOf, type CountedStock } from './s4/physical-inventory-body.ts'

/**
 * What the ERP has of goods of one storage location at this moment, by `goods`; of goods that it does not have nothing.
 * @param materialLength to which material numbers are padded
 */
export async function readBookQuantities(
  source: MirrorSource,
  stocks: readonly CountedStock[],
  materialLength: number,
): Promise<ReadonlyMap<string, Quantity>> {
  const [first] = stocks
  const books = new Map<string, Quantity>()
  if (first === undefined) return books
  const materials = new Set(stocks.map(({ materialNo }) => withZeros(materialNo, materialLength)))
  const rows = readStock(source, {
    plants: [first.plant],
    storageLocation: first.storageLocation,
    materialNos: [...materials],
  })
  for await (const row of rows) {
    const goods = goodsOf(row.materialNo, row)
    books.set(goods, addQuantity(books.get(goods) ?? zeroQuantity, row.quantity))
  }
  return books
}
