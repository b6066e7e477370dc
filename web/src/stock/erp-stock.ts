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

const isZeroText = (text: string): boolean => /^-?0*(?:\.0*)?$/.test(text)

const units = (text: string): bigint => {
  const match = /^(-?)(\d+)(?:\.(\d{1,3}))?$/.exec(text)
  if (match === null) throw new TypeError(`no quantity: ${text}`)
  const size = BigInt(`${match[2] ?? '0'}${(match[3] ?? '').padEnd(3, '0')}`)
  return match[1] === '-' ? -size : size
}

/** Nothing differs; all of the difference is still on its way; or somebody has to look. */
export function findingOf(row: Pick<ErpStockRow, 'difference' | 'inFlight'>): Finding {
  if (isZeroText(row.difference)) return 'equal'
  return units(row.difference) === units(row.inFlight) ? 'explained' : 'unexplained'
}
