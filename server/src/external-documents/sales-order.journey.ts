import { salesOrder } from '@kufang/contract/external-documents/sales-order.ts'
import { journeyOf, mirrorBecomes } from '../document/journey/journey.ts'

/** Sales orders are maintained in the ERP, which determines their state. */
export const salesOrderJourney = journeyOf(salesOrder, {
  madeBy: 'erp',
  acts: {},
  reaches: {
    completed: [mirrorBecomes('completed')],
    deleted: [mirrorBecomes('deleted')],
  },
})
