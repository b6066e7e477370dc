import { sampleWithdrawal } from '@kufang/contract/acceptance/sample-withdrawal.ts'
import { erpAnswers, journeyOf } from '../document/journey/journey.ts'

const approvedBack = ['requestReversal', 'approveReversal'] as const
const posted = ['post', erpAnswers] as const

/** A test destroys pieces; the ERP learns of it with the arrival, or by the poster. */
export const sampleWithdrawalJourney = journeyOf(sampleWithdrawal, {
  madeBy: { document: 'inspection-order', steps: { course: 'some destroyed', steps: ['decide'] } },
  acts: {
    post: { by: 'poster' },
    requestReversal: { by: 'poster', input: { reason: '检毁数量有误' } },
    approveReversal: { by: 'shiftLeader' },
    refuseReversal: { by: 'shiftLeader', input: { reason: '数量无误' } },
    reverse: { by: 'poster' },
    reversePhysical: { by: 'qualitySupervisor', goods: 'undoes' },
  },
  reaches: {
    reversalRequested: [...posted, 'requestReversal'],
    reversalApproved: [...posted, ...approvedBack],
    reversed: [...posted, ...approvedBack, 'reverse', erpAnswers, 'reversePhysical'],
  },
  milestones: { posted },
  books: { moved: [], post: 'post', reversal: [...approvedBack, 'reverse'] },
})
