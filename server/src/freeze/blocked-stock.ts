import type { StockKey } from '../stock/public.ts'

/** The same goods in blocked stock. */
export const blockedStock = (key: StockKey): StockKey => ({ ...key, stockCategory: 'BL' })
