import { goodsIssue } from '@kufang/contract/issue/goods-issue.ts'
import { journeyOf } from '../document/journey/journey.ts'
import { postingJourney } from '../document/journey/posting-journey.ts'

const posting = postingJourney({
  moved: ['issue', 'review'],
  requestedWhen: 'posted',
  reason: '成本中心有误',
  refusal: '物资已领用',
  physical: { by: 'storekeeper', reason: '物资原数退回' },
})

/** Approved goods are picked and issued, reviewed and posted. */
export const goodsIssueJourney = journeyOf(goodsIssue, {
  start: {
    by: 'storekeeper',
    from: { document: 'requisition', steps: ['submit', 'approve'] },
    courses: {
      sales: {
        from: { document: 'requisition', steps: { course: 'sales', steps: ['submit', 'approve'] } },
      },
    },
    request: ({ proposed, lines, ground }) => ({
      header: {
        ...proposed.header,
        recipient: '沈一诺',
        gatePassNo: `FX${ground.today.replaceAll('-', '')}${lines[0]!.source!.id.slice(-3).toUpperCase()}`,
      },
      lines: proposed.lines,
    }),
  },
  acts: {
    pick: { by: 'storekeeper', goods: 'holds' },
    unpick: { by: 'storekeeper', goods: 'releases' },
    issue: { by: 'storekeeper', goods: 'moves' },
    dispatch: {
      by: 'storekeeper',
      goods: 'moves',
      input: { deliveryPlace: '催化装置 2 号门' },
    },
    passGate: { by: 'guard' },
    review: { by: 'shiftLeader' },
    refuse: { by: 'shiftLeader', input: { reason: '放行条与实物不符' } },
    resubmit: {
      by: 'storekeeper',
      input: { correction: '放行条号已更正', gatePassNo: 'FX20261124001' },
    },
    ...posting.acts,
    reversePart: {
      by: 'storekeeper',
      input: { reason: '部分物资当场退回' },
      lines: ({ serialNumbers }) => ({
        quantityBack: '1',
        ...(Array.isArray(serialNumbers) && serialNumbers.length > 0
          ? { serialNumbers: serialNumbers.slice(0, 1) }
          : {}),
      }),
      goods: 'undoesPart',
    },
  },
  reaches: {
    picked: ['pick'],
    issued: ['issue'],
    rejected: ['issue', 'refuse'],
    reviewed: ['issue', 'review'],
    ...posting.reaches,
    reversed: ['issue', 'reversePhysical'],
    inDistribution: ['dispatch'],
  },
  milestones: {
    ...posting.milestones,
    issuedForSale: { course: 'sales', steps: ['issue'] },
    postedForSale: { course: 'sales', steps: posting.milestones.posted },
  },
  books: posting.books,
})
