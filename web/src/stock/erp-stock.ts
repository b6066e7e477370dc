import { isZero, parseQuantity } from '@kufang/kernel/quantity.ts'

/** One key of POST /api/stock/erp: the ERP's current quantity and ours. */
export interface ErpStockRow {
  plant: string
  storageLocation: string
  materialNo: string
  description: string
  unit: string
  batch: string
  stockCategory: string
  specialStock: string
  specialStockReference?: string
  local: string
  erp: string
  /** Moved here and not yet posted there. */
  inFlight: string
  /** The ERP's quantity less ours. */
  difference: string
  /** The part of the difference not explained by documents in flight. */
  unexplained: string
  /** Documents that explain the quantity in flight. */
  documents?: { type: string; id: string; docNo: string; quantity: string }[]
}

export type Finding = 'equal' | 'explained' | 'unexplained'

/** No difference; the whole difference is in flight; or an unexplained difference. */
export function findingOf(row: Pick<ErpStockRow, 'difference' | 'unexplained'>): Finding {
  if (!isZero(parseQuantity(row.unexplained))) return 'unexplained'
  return isZero(parseQuantity(row.difference)) ? 'equal' : 'explained'
}
