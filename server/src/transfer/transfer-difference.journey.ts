import { transferDifference } from '@kufang/contract/transfer/transfer-difference.ts'
import { back, erpAnswers, journeyOf } from '../document/journey/journey.ts'

const approvedBack = ['requestReversal', 'approveReversal'] as const
/** The ERP has the goods in transit once the transfer is posted. */
const inTransitInErp = [back('post'), erpAnswers] as const
const posted = ['decideDifference', ...inTransitInErp, 'post', erpAnswers] as const

/** The receiver of a transfer misses goods; the shift leader decides that they were found, and the poster posts their receipt. */
export const transferDifferenceJourney = journeyOf(transferDifference, {
  madeBy: {
    document: 'transfer-order',
    steps: ['submit', 'approve', 'ship', 'reportDifference'],
  },
  acts: {
    decideDifference: {
      by: 'shiftLeader',
      input: { reason: '已与发出方核对' },
      lines: ({ quantity }) => ({ foundQuantity: quantity }),
      goods: 'moves',
    },
    post: { by: 'poster', after: inTransitInErp },
    requestReversal: { by: 'poster', input: { reason: '核对有误' } },
    approveReversal: { by: 'shiftLeader' },
    refuseReversal: { by: 'shiftLeader', input: { reason: '复点仍缺' } },
    reverse: { by: 'poster' },
    reversePhysical: { by: 'shiftLeader', goods: 'undoes' },
  },
  reaches: {
    settled: ['decideDifference'],
    reversalRequested: ['decideDifference', 'requestReversal'],
    reversalApproved: ['decideDifference', ...approvedBack],
    reversed: ['decideDifference', ...approvedBack, 'reversePhysical'],
  },
  milestones: { posted },
  books: { moved: ['decideDifference'], post: 'post', reversal: [...approvedBack, 'reverse'] },
})
