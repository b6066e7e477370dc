import { purchaseOrder } from '@kufang/contract/external-documents/purchase-order.ts'
import { journeyOf, mirrorBecomes } from '../document/journey/journey.ts'

/** Purchase orders are maintained in the ERP, which determines their state. */
export const purchaseOrderJourney = journeyOf(purchaseOrder, {
  madeBy: 'erp',
  acts: {},
  reaches: {
    completed: [mirrorBecomes('completed')],
    deleted: [mirrorBecomes('deleted')],
  },
})
