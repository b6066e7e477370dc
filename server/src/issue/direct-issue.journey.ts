import { directIssue } from '@kufang/contract/issue/direct-issue.ts'
import { back, erpAnswers, journeyOf } from '../document/journey/journey.ts'

/** The signature on a direct receipt makes it; it is reviewed and posted by itself, and taken back with the receipt. */
export const directIssueJourney = journeyOf(directIssue, {
  madeBy: { document: 'direct-receipt', steps: ['dispatch', 'sign'] },
  acts: {
    review: { by: 'shiftLeader' },
    refuse: { by: 'shiftLeader', input: { reason: '物料或规格不符' } },
    resubmit: { by: 'storekeeper', input: { correction: '交货地点已与车间核对' } },
    // The ERP has the goods once their receipt is posted.
    post: { by: 'poster', after: [back('review'), back('post'), erpAnswers] },
  },
  reaches: {
    rejected: ['refuse'],
    reviewed: ['review'],
    reversed: [back('reversePhysical')],
  },
  milestones: {
    posted: ['review', back('review'), back('post'), erpAnswers, 'post', erpAnswers],
  },
  books: { moved: ['review'], post: 'post', reversal: [] },
})
