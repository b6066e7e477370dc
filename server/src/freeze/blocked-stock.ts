import type { StockKey } from '../ledger/public.ts'

/** The same goods in blocked stock. */
export const blockedStock = (key: StockKey): StockKey => ({ ...key, stockCategory: 'BL' })
