import { defineDocument } from '../document/declare/define-document.ts'
import { text } from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'
import { lineOfArrival } from '../receiving/line-of-arrival.ts'
import { leavesArrival } from './leaves-arrival.ts'

const leaving = leavesArrival({
  record: label('登记检毁', 'Record destroyed pieces'),
  reversePhysical: label('检毁冲销', 'Reverse sample'),
})

/**
 * Sample withdrawal 检毁单: pieces that a test destroyed. The system makes it with the decision of the inspection: the pieces
 * were delivered, so the buyer pays for them, and are consumed at the cost of the inspection unit, goods of a project at the
 * cost of its WBS element (331 out of inspection stock; out of GR blocked stock they are released into it first, 105).
 * SAP: withdrawal for sampling (331).
 */
export const sampleWithdrawal = defineDocument({
  name: 'sample-withdrawal',
  ...leaving.declaration,
  label: label('检毁单', 'Sample withdrawal'),
  prefix: 'JH',
  lines: {
    ...leaving.lines,
    // What the pieces are charged to.
    inspectionUnit: text(label('质检单位', 'Inspection unit'), { by: 'server', width: 120 }),
    costCenter: text(label('成本中心', 'Cost centre'), { code: 'alpha', by: 'server', width: 110 }),
    wbsElement: text(label('WBS元素', 'WBS element'), {
      code: 'capitals',
      by: 'server',
      width: 130,
    }),
    ...leaving.stock,
  },
  relabel: {
    docNo: label('检毁单号', 'Sample withdrawal'),
    quantity: label('检毁数量', 'Destroyed quantity'),
    sourceNo: label('质检单', 'Inspection order'),
  },
  // What is released out of GR blocked stock precedes the receipt, which may complete the order item.
  postsAfter: { item: lineOfArrival, by: 'system', first: { stockCategory: 'GRB' } },
  history: [{ ...leaving.event, event: 'destroyed' }],
  refusals: [...leaving.refusals, 'sample-account-missing'],
  pages: leaving.pages(['inspectionUnit', 'costCenter', 'wbsElement']),
})
