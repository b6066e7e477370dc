import type { Quantity } from '@kufang/kernel/quantity.ts'

/** A document that holds stock. */
export interface StockHolder {
  documentType: string
  documentNo: string
  quantity: Quantity
}

/** What lies in one storage location of one material, all its bins and batches together. */
export interface FirstStock {
  /** The line that wants it. */
  lineNo: number
  companyCode: string
  plant: string
  storageLocation: string
  storageLocationName: string
  /** Who looks after the storage location. */
  keeperName: string
  materialNo: string
  description: string
  specification: string
  manufacturer: string
  unit: string
  /** Another material that may replace it. */
  isEquivalent: boolean
  available: Quantity
  held: Quantity
  holders: readonly StockHolder[]
  /** yyyy-MM-dd of the last issue of the material in the plant; null if it was never issued there. */
  lastIssuedOn: string | null
  /** Neither issued in the plant nor received there for longer than the company says. */
  isDead: boolean
}

/** The response of GET /api/delivery/stock-first/{id}. */
export interface FirstStockAnswer {
  /** After so many months without issue stock is dead. */
  deadMonths: number
  /** Who would get the goods; null if nobody is known by the name in the request. */
  requester: { pickingUnit: string; requester: string } | null
  /** Stock of the company itself, within the data scope of the reader. */
  own: readonly FirstStock[]
  /** What other companies share. */
  shared: readonly FirstStock[]
}
