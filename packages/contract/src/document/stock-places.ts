import type { books } from './declare/stock-words.ts'
import type { Label } from './declare/label.ts'
import { label } from './declare/label.ts'

/** The meaning of a place for the ledger, the reports and the ERP. */
export interface StockPlaceDeclaration {
  label: Label
  /** 'stock': the ERP sees the goods as own stock of their plant and storage location; 'outside': it does not. */
  erpView: 'stock' | 'outside'
  /** Goods there are stock: they have balances and appear in stock queries. */
  keepsBalance: boolean
  /** The column of the report of receipts and issues that counts movements to and from this place. */
  periodColumn: 'transfer' | 'receipt' | 'issue' | 'adjustment'
  /** The holder of the goods, if the place has one (`placeReference` of a key). */
  reference?: Label
}

/**
 * The places of the ledger: the stock, where goods are in bins and can be picked, and all others. SQL uses the table
 * stock_place with the same data: a new place needs an entry here and a row there.
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
  // Goods that left in an emergency; to the ERP they are in stock until their requisition is approved (补单).
  'awaiting-supplement': {
    label: label('待补单', 'Awaiting its paper'),
    erpView: 'stock',
    keepsBalance: true,
    periodColumn: 'transfer',
    reference: label('领料单位', 'Picking unit'),
  },
  'in-distribution': {
    label: label('配送在途', 'In distribution'),
    erpView: 'stock',
    keepsBalance: true,
    periodColumn: 'transfer',
  },
  // The virtual bin of goods that go from the supplier's truck straight to their unit: received and issued at once, so that it
  // is always empty afterwards (proof direct-delivery-empty).
  'direct-delivery': {
    label: label('直送虚拟货位', 'Direct delivery'),
    erpView: 'stock',
    keepsBalance: true,
    periodColumn: 'transfer',
  },
  supplier: {
    label: label('供应商', 'Supplier'),
    erpView: 'outside',
    keepsBalance: false,
    periodColumn: 'receipt',
  },
  // Goods that came without papers and have them now: what their arrival record brings in comes from the supplier.
  papered: {
    label: label('转入到货记录', 'To the arrival record'),
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
  // What a stock adjustment put right: the goods were never there, or were there all the time.
  'stock-adjustment': {
    label: label('库存调整', 'Stock adjustment'),
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

/** Codes of the places with balances. */
export const balancePlaces: readonly string[] = Object.entries<StockPlaceDeclaration>(stockPlaces)
  .filter(([, { keepsBalance }]) => keepsBalance)
  .map(([code]) => code)

/** Whether the goods of a book are in the ERP's stock. The table stock_book has the same data for SQL. */
export const booksInErp = { ERP: true, ZERO: true, OFF: false } as const satisfies Record<
  keyof typeof books,
  boolean
>

/** The place used in movement rules for stock that is not in the ERP. */
export const offBookPlace = 'off-book'
