import type { Quantity } from '@kufang/kernel/quantity.ts'
import type { Queryable } from '../platform/database/database.ts'
import type { StockPosition } from './reconcile.ts'

/**
 * Adds stock to the ERP book without a posting: for stock in the ERP before this product was introduced (matching initial
 * movements that are not posted). Afterwards the book changes only by settled postings, and by what was corrected in the
 * ERP itself (`correctErpBook`).
 */
export const enterOpeningBook = addToErpBook

/**
 * Takes over into the ERP book what was corrected in the ERP itself, by a document that this product has not posted: signed
 * quantities by key, with matching movements that are not posted (`stock-adjustment`).
 */
export const correctErpBook = addToErpBook

async function addToErpBook(
  tx: Queryable,
  companyCode: string,
  rows: readonly (StockPosition & { quantity: Quantity })[],
): Promise<void> {
  const column = (name: keyof StockPosition) => rows.map((row) => row[name])
  await tx.query(
    `insert into erp_book (company_code, plant, storage_location, material_no, batch, stock_category, special_stock,
       special_stock_reference, quantity)
     select $1, plant, storage_location, material_no, batch, stock_category, special_stock, special_stock_reference, sum(quantity)
     from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::numeric[])
       as r (plant, storage_location, material_no, batch, stock_category, special_stock, special_stock_reference, quantity)
     group by 1, 2, 3, 4, 5, 6, 7, 8
     order by 1, 2, 3, 4, 5, 6, 7, 8
     on conflict (company_code, plant, storage_location, material_no, batch, stock_category, special_stock, special_stock_reference)
     do update set quantity = erp_book.quantity + excluded.quantity, updated_at = excluded.updated_at`,
    [
      companyCode,
      column('plant'),
      column('storageLocation'),
      column('materialNo'),
      column('batch'),
      column('stockCategory'),
      column('specialStock'),
      column('specialStockReference'),
      rows.map((row) => row.quantity),
    ],
  )
}
