import { purchaseRequest } from '@kufang/contract/external-documents/purchase-request.ts'
import { journeyOf, mirrorBecomes } from '../document/journey/journey.ts'

/** A purchase request is the ERP's own: what becomes of it comes from there. */
export const purchaseRequestJourney = journeyOf(purchaseRequest, {
  madeBy: 'erp',
  acts: {},
  reaches: {
    completed: [mirrorBecomes('completed')],
    deleted: [mirrorBecomes('deleted')],
  },
})
