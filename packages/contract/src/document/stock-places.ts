import type { books } from './stock-words.ts'
import type { Label } from './declare/label.ts'
import { label } from './declare/label.ts'

/** What a place is to the ledger, to the reports and to the ERP. */
export interface StockPlaceDeclaration {
  label: Label
  /** 'stock': to the ERP its goods are the own stock of their plant and storage location; 'outside': they are not. */
  erpView: 'stock' | 'outside'
  /** Its goods are stock: they have balances and are shown by the queries of the stock. */
  keepsBalance: boolean
  /** Where the report of receipts and issues counts what goes there and comes from there. */
  periodColumn: 'transfer' | 'receipt' | 'issue' | 'adjustment'
  /** With whom the goods are, where the place says so (`placeReference` of a key). */
  reference?: Label
}

/**
 * The places of the ledger: the stock itself, where goods lie in bins and may be picked, and all others. SQL reads the
 * same from the table stock_place: a new place is an entry here and a row there.
 */
export const stockPlaces = {
  stock: {
    label: label('库存', 'Stock'),
    erpView: 'stock',
    keepsBalance: true,
    periodColumn: 'transfer',
  },
  'on-loan': {
    label: label('借出', 'On loan'),
    erpView: 'stock',
    keepsBalance: true,
    periodColumn: 'transfer',
    reference: label('借用人', 'Borrower'),
  },
  supplier: {
    label: label('供应商', 'Supplier'),
    erpView: 'outside',
    keepsBalance: false,
    periodColumn: 'receipt',
  },
  consumption: {
    label: label('领用消耗', 'Consumption'),
    erpView: 'outside',
    keepsBalance: false,
    periodColumn: 'issue',
  },
  customer: {
    label: label('客户', 'Customer'),
    erpView: 'outside',
    keepsBalance: false,
    periodColumn: 'issue',
  },
  scrap: {
    label: label('报废', 'Scrap'),
    erpView: 'outside',
    keepsBalance: false,
    periodColumn: 'issue',
  },
  'count-difference': {
    label: label('盘点差异', 'Count difference'),
    erpView: 'outside',
    keepsBalance: false,
    periodColumn: 'adjustment',
  },
  opening: {
    label: label('期初', 'Opening'),
    erpView: 'outside',
    keepsBalance: false,
    periodColumn: 'adjustment',
  },
  'transit-external': {
    label: label('外部在途', 'External transit'),
    erpView: 'outside',
    keepsBalance: false,
    periodColumn: 'transfer',
  },
} as const satisfies Record<string, StockPlaceDeclaration>

export type StockPlaceCode = keyof typeof stockPlaces

/** Codes of the places whose goods are stock. */
export const balancePlaces: readonly string[] = Object.entries<StockPlaceDeclaration>(stockPlaces)
  .filter(([, { keepsBalance }]) => keepsBalance)
  .map(([code]) => code)

/** Whether the ERP's stock holds the goods of a book. The table stock_book says the same to SQL. */
export const booksInErp = { ERP: true, ZERO: true, OFF: false } as const satisfies Record<
  keyof typeof books,
  boolean
>

/** What the rules for movement types call stock that the ERP does not know: it comes from there and goes there. */
export const offBookPlace = 'off-book'
