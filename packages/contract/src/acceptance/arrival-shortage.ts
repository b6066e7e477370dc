import { defineDocument } from '../document/declare/define-document.ts'
import { label } from '../document/declare/label.ts'
import { lineOfArrival } from '../receiving/line-of-arrival.ts'
import { leavesArrival } from './leaves-arrival.ts'

const leaving = leavesArrival({
  record: label('登记短缺', 'Record shortage'),
  reversePhysical: label('短缺冲销', 'Reverse shortage'),
})

/**
 * Arrival shortage 到货短缺单: pieces that an inspection found missing of what was counted at the gate. The system makes it
 * with the decision: the pieces go back to the supplier as what they are, goods that never arrived (102, or 104 out of GR
 * blocked stock), and can be delivered again. SAP: partial reversal of a receipt (102, 104).
 */
export const arrivalShortage = defineDocument({
  name: 'arrival-shortage',
  ...leaving.declaration,
  label: label('到货短缺单', 'Arrival shortage'),
  prefix: 'DQ',
  lines: { ...leaving.lines, ...leaving.stock },
  relabel: {
    docNo: label('短缺单号', 'Arrival shortage'),
    quantity: label('短缺数量', 'Missing quantity'),
    sourceNo: label('质检单', 'Inspection order'),
  },
  postsAfter: { item: lineOfArrival, by: 'system' },
  history: [{ ...leaving.event, event: 'missing' }],
  refusals: [...leaving.refusals, 'missing-made-up'],
  pages: leaving.pages(),
})
