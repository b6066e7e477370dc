import { isZero, parseQuantity } from '@kufang/kernel/quantity.ts'

/** One key of POST /api/stock/erp: the ERP's live quantity beside ours. */
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
  /** Moved here and not yet booked there. */
  inFlight: string
  /** The ERP's quantity less ours. */
  difference: string
  /** What of the difference no document on its way explains. */
  unexplained: string
  /** Documents that explain what is in flight. */
  documents?: { type: string; id: string; docNo: string; quantity: string }[]
}

export type Finding = 'equal' | 'explained' | 'unexplained'

/** Nothing differs; all of the difference is still on its way; or somebody has to look. */
export function findingOf(row: Pick<ErpStockRow, 'difference' | 'unexplained'>): Finding {
  if (!isZero(parseQuantity(row.unexplained))) return 'unexplained'
  return isZero(parseQuantity(row.difference)) ? 'equal' : 'explained'
}
