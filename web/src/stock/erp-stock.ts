import { compareQuantity, isZero, parseQuantity } from '@kufang/kernel/quantity.ts'

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
  /** local − erp. */
  difference: string
  /** Documents that explain what is in flight. */
  documents?: { type: string; id: string; docNo: string; quantity: string }[]
}

export type Finding = 'equal' | 'explained' | 'unexplained'

/** Nothing differs; all of the difference is still on its way; or somebody has to look. */
export function findingOf(row: Pick<ErpStockRow, 'difference' | 'inFlight'>): Finding {
  const difference = parseQuantity(row.difference)
  if (isZero(difference)) return 'equal'
  return compareQuantity(difference, parseQuantity(row.inFlight)) === 0 ? 'explained' : 'unexplained'
}
