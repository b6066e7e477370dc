import { rejectsScrap } from '@kufang/contract/acceptance/rejects-scrap.ts'
import { erpAnswers, journeyOf } from '../document/journey/journey.ts'

const scrapped = ['submit', 'approve'] as const
const approvedBack = ['requestReversal', 'approveReversal'] as const
const posted = [...scrapped, 'post', erpAnswers] as const

/** Rejected goods that nobody takes back: the engineer asks to scrap them, quality approves, and they are posted. */
export const rejectsScrapJourney = journeyOf(rejectsScrap, {
  start: {
    by: 'materialEngineer',
    from: { document: 'rejected-goods', steps: ['confirm'] },
    request: ({ proposed }) => ({
      header: { ground: '供应商放弃取回，无修复价值' },
      lines: proposed.lines,
    }),
  },
  acts: {
    submit: { by: 'materialEngineer' },
    withdraw: { by: 'materialEngineer' },
    approve: { by: 'qualitySupervisor', goods: 'moves' },
    refuse: { by: 'qualitySupervisor', input: { reason: '可返修' } },
    post: { by: 'poster' },
    requestReversal: { by: 'poster', input: { reason: '重复办理' } },
    approveReversal: { by: 'shiftLeader' },
    refuseReversal: { by: 'shiftLeader', input: { reason: '冲销理由不充分' } },
    reverse: { by: 'poster' },
    reversePhysical: { by: 'materialEngineer', goods: 'undoes' },
  },
  reaches: {
    submitted: ['submit'],
    returned: ['submit', 'refuse'],
    scrapped,
    reversalRequested: [...scrapped, 'requestReversal'],
    reversalApproved: [...scrapped, ...approvedBack],
    reversed: [...scrapped, ...approvedBack, 'reversePhysical'],
  },
  milestones: {
    posted,
    reversedInErp: [...posted, ...approvedBack, 'reverse', erpAnswers],
  },
  books: { moved: scrapped, post: 'post', reversal: [...approvedBack, 'reverse'] },
})
