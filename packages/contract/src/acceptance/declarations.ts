import { arrivalShortage } from './arrival-shortage.ts'
import { inspectionNotice } from './inspection-notice.ts'
import { inspectionOrder } from './inspection-order.ts'

/** The document types of the area. */
export const documents = {
  'inspection-notice': inspectionNotice,
  'inspection-order': inspectionOrder,
  'arrival-shortage': arrivalShortage,
} as const
