import { purchaseRequest } from '@kufang/contract/external-documents/purchase-request.ts'
import { journeyOf, mirrorBecomes } from '../document/journey/journey.ts'

/** Purchase requests are maintained in the ERP, which determines their state. */
export const purchaseRequestJourney = journeyOf(purchaseRequest, {
  madeBy: 'erp',
  acts: {},
  reaches: {
    completed: [mirrorBecomes('completed')],
    deleted: [mirrorBecomes('deleted')],
  },
})
