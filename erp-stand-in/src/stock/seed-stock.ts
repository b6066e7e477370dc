import type { Quantity } from '@kufang/kernel/quantity.ts'
import type { StandIn } from '../system.ts'
import { seedPriceOfConsigned } from '../external-documents/seed-info-records.ts'
import { normalizeText } from '../protocol/edm.ts'
import type { Row } from '../protocol/edm.ts'
import type { SeedStock } from '../seed.ts'
import { materialStockTables } from './material-stock-sets.ts'
import { postDocument } from './post-document.ts'
import { averageValue } from './valuation.ts'

const itemsPerDocument = 100
const openingTypes = { '01': '561', '02': '563', '07': '565' } as const

/** Posts initial stock in documents of a hundred items; existing stock stays unchanged. */
export function seedStock(system: StandIn, list: readonly SeedStock[]): number {
  const missing = list.filter((stock) => !exists(system, stock))
  system.database.transact((transaction) => {
    for (const { specialStock, supplier, product, plant } of list) {
      if (specialStock !== 'K' || supplier === undefined) continue
      const material = normalizeText('alpha', product)
      const price = averageValue(transaction, { material, plant }, '1' as Quantity)
      seedPriceOfConsigned(transaction, { supplier, product, plant, price })
    }
  })
  const today = new Date().toISOString().slice(0, 10)
  for (let start = 0; start < missing.length; start += itemsPerDocument) {
    const part = missing.slice(start, start + itemsPerDocument)
    const context = { database: system.database, settings: system.settings }
    postDocument(
      { ...context, user: 'OPENING', language: 'en' },
      {
        header: {
          GoodsMovementCode: '05',
          PostingDate: today,
          DocumentDate: today,
          MaterialDocumentHeaderText: '',
        },
        items: part.map((stock) => ({
          row: itemRow(stock),
          serialNumbers: (stock.serialNumbers ?? []).map((SerialNumber) => ({ SerialNumber })),
        })),
      },
    )
  }
  return missing.length
}

function itemRow(stock: SeedStock): Row {
  return {
    GoodsMovementType: openingTypes[stock.stockType ?? '01'],
    Material: normalizeText('alpha', stock.product),
    Plant: stock.plant,
    StorageLocation: stock.storageLocation,
    Batch: stock.batch ?? '',
    InventoryValuationType: stock.valuationType ?? '',
    QuantityInEntryUnit: stock.quantity,
    GdsMvtExtAmtInCoCodeCrcy: stock.amount ?? '0',
    InventorySpecialStockType: stock.specialStock ?? '',
    Supplier: stock.specialStock === 'K' ? normalizeText('alpha', stock.supplier ?? '') : '',
    SpecialStockIdfgWBSElement: stock.wbsElement ?? '',
    SpecialStockIdfgSalesOrder: stock.salesOrder ?? '',
    SpecialStockIdfgSalesOrderItem: normalizeText('numeric', stock.salesOrderItem ?? ''),
    SerialNumbersAreCreatedAutomly: true,
  }
}

function exists(system: StandIn, stock: SeedStock): boolean {
  const wanted = itemRow(stock)
  return system.database
    .table(materialStockTables.stock)
    .where('Material', wanted.Material ?? '')
    .some(
      (row) =>
        row.Plant === stock.plant &&
        row.StorageLocation === stock.storageLocation &&
        row.Batch === (wanted.Batch || wanted.InventoryValuationType) &&
        row.InventoryStockType === (stock.stockType ?? '01') &&
        row.InventorySpecialStockType === wanted.InventorySpecialStockType &&
        row.Supplier === wanted.Supplier &&
        row.WBSElementExternalID === wanted.SpecialStockIdfgWBSElement &&
        row.SDDocument === wanted.SpecialStockIdfgSalesOrder,
    )
}
