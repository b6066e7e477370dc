import type { PreviewPlace } from './api.ts'

/** A piece found by its serial number, in stock or not (POST /api/finding/serial-numbers). */
export interface FoundSerialNumber {
  companyCode: string
  materialNo: string
  description: string | null
  serialNo: string
  isInStock: boolean
  /** Where it lies; of a piece that is not in stock, where its last movement brought it. */
  place: PreviewPlace
  /** When it came into the stock; null if it is not there. */
  receivedAt: string | null
  movedAt: string | null
  /** The document of its last movement. */
  documentNo: string | null
}
