import { arrivalShortage } from './arrival-shortage.ts'
import { concession } from './concession.ts'
import { inspectionNotice } from './inspection-notice.ts'
import { inspectionOrder } from './inspection-order.ts'
import { inspectionRecord } from './inspection-record.ts'
import { inspectionResultQuery } from './inspection-result-query.ts'
import { packingCheck } from './packing-check.ts'
import { rejectedGoods } from './rejected-goods.ts'
import { rejectsReturn } from './rejects-return.ts'
import { rejectsScrap } from './rejects-scrap.ts'
import { sampleWithdrawal } from './sample-withdrawal.ts'
import { zeroValueReceipt } from './zero-value-receipt.ts'

/** The document types of the area. */
export const documents = {
  'inspection-notice': inspectionNotice,
  'inspection-order': inspectionOrder,
  'inspection-record': inspectionRecord,
  'packing-check': packingCheck,
  'arrival-shortage': arrivalShortage,
  'sample-withdrawal': sampleWithdrawal,
  'rejected-goods': rejectedGoods,
  'rejects-return': rejectsReturn,
  concession,
  'rejects-scrap': rejectsScrap,
  'zero-value-receipt': zeroValueReceipt,
} as const

/** The read-only queries of the area. */
export const queries = {
  'inspection-result': inspectionResultQuery,
} as const
