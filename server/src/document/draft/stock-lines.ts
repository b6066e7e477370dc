import type { Quantity } from '@kufang/kernel/quantity.ts'
import type { Transaction } from '../../platform/database/database.ts'
import {
  readQuantities,
  stockKey,
  type Book,
  type SpecialStock,
  type StockCategory,
  type StockKey,
} from '../../stock/public.ts'
import { textOf } from '@kufang/kernel/text-of.ts'

type Named = Readonly<Record<string, unknown>>

/** The stock that a line of a document with `stockLines` is about, by the names of its fields. */
export function stockOfLine(header: Named, line: Named): StockKey {
  const category = textOf(line['stockCategory'])
  const book = textOf(line['book'])
  return stockKey({
    companyCode: textOf(header['companyCode']),
    plant: textOf(header['plant']),
    storageLocation: textOf(header['storageLocation']),
    bin: textOf(line['bin']),
    materialNo: textOf(line['materialNo']),
    batch: textOf(line['batch']),
    specialStock: textOf(line['specialStock']) as SpecialStock,
    specialStockReference: textOf(line['specialStockReference']),
    ...(category === '' ? {} : { stockCategory: category as StockCategory }),
    ...(book === '' ? {} : { book: book as Book }),
  })
}

/** What the ledger has of each line now, in their order; one statement. */
export function quantitiesInStock(
  tx: Transaction,
  header: Named,
  lines: readonly Named[],
): Promise<Quantity[]> {
  return readQuantities(
    tx,
    textOf(header['companyCode']),
    lines.map((line) => stockOfLine(header, line)),
  )
}
