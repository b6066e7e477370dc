import { arrivalShortage } from '@kufang/contract/acceptance/arrival-shortage.ts'
import { erpAnswers, journeyOf } from '../document/journey/journey.ts'

const approvedBack = ['requestReversal', 'approveReversal'] as const
const posted = ['post', erpAnswers] as const

/** An inspector finds pieces missing; the ERP learns of it with the arrival, or by the poster. */
export const arrivalShortageJourney = journeyOf(arrivalShortage, {
  madeBy: { document: 'inspection-order', steps: { course: 'some missing', steps: ['decide'] } },
  acts: {
    post: { by: 'poster' },
    requestReversal: { by: 'poster', input: { reason: '开箱后找到' } },
    approveReversal: { by: 'shiftLeader' },
    refuseReversal: { by: 'shiftLeader', input: { reason: '复点仍缺' } },
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
