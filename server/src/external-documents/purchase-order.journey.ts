import { purchaseOrder } from '@kufang/contract/external-documents/purchase-order.ts'
import { journeyOf, mirrorBecomes } from '../document/journey/journey.ts'

/** A purchase order is the ERP's own: what becomes of it comes from there. */
export const purchaseOrderJourney = journeyOf(purchaseOrder, {
  madeBy: 'erp',
  acts: {},
  reaches: {
    completed: [mirrorBecomes('completed')],
    deleted: [mirrorBecomes('deleted')],
  },
})
