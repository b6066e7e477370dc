import { linkedArrival } from '@kufang/contract/receiving/linked-arrival.ts'
import { erpAnswers, journeyOf } from '../document/journey/journey.ts'

const approvedBack = ['requestReversal', 'approveReversal'] as const

/** The ERP's answer to the goods issue of the other company makes it; its own posting is on its way from then on. */
export const linkedArrivalJourney = journeyOf(linkedArrival, {
  madeBy: {
    document: 'cross-company-issue',
    steps: ['submit', 'approve', 'issue', 'post', erpAnswers],
    isElsewhere: true,
  },
  acts: {
    post: { by: 'poster' },
    requestReversal: { by: 'poster', input: { reason: '重复办理' } },
    approveReversal: { by: 'shiftLeader' },
    refuseReversal: { by: 'shiftLeader', input: { reason: '货物已使用' } },
    reverse: { by: 'poster' },
    reversePhysical: { by: 'storekeeper', goods: 'undoes' },
  },
  reaches: {
    reversalRequested: [erpAnswers, 'requestReversal'],
    reversalApproved: [erpAnswers, ...approvedBack],
    reversed: [erpAnswers, ...approvedBack, 'reverse', erpAnswers, 'reversePhysical'],
  },
  milestones: { posted: [erpAnswers] },
  books: { moved: [], post: 'post', reversal: [...approvedBack, 'reverse'] },
})
