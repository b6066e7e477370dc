import { salesOrder } from '@kufang/contract/external-documents/sales-order.ts'
import { journeyOf, mirrorBecomes } from '../document/journey/journey.ts'

/** A sales order is the ERP's own: what becomes of it comes from there. */
export const salesOrderJourney = journeyOf(salesOrder, {
  madeBy: 'erp',
  acts: {},
  reaches: {
    completed: [mirrorBecomes('completed')],
    deleted: [mirrorBecomes('deleted')],
  },
})
