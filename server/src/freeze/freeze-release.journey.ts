import { freezeRelease } from '@kufang/contract/freeze/freeze-release.ts'
import { erpAnswers, journeyOf } from '../document/journey/journey.ts'

const approvedBack = ['requestReversal', 'approveReversal'] as const
const undone = ['release', ...approvedBack] as const
const posted = ['release', 'post', erpAnswers] as const

/** What was blocked turned out to be good, as somebody else than who froze it says: it is unrestricted again, and posted. */
export const freezeReleaseJourney = journeyOf(freezeRelease, {
  start: {
    by: 'inspector',
    from: { document: 'freeze-order', steps: ['freeze', 'post', erpAnswers] },
    request: ({ proposed, lines }) => ({
      header: { ...proposed.header, releaseGround: '复检合格' },
      lines: lines.map(({ source, quantity }) => ({ source: source!, quantity })),
    }),
  },
  acts: {
    release: { by: 'inspector', goods: 'moves' },
    post: { by: 'poster' },
    requestReversal: { by: 'poster', input: { reason: '重复办理' } },
    approveReversal: { by: 'shiftLeader' },
    refuseReversal: { by: 'shiftLeader', input: { reason: '冲销理由不充分' } },
    reverse: { by: 'poster' },
    reversePhysical: { by: 'shiftLeader', goods: 'undoes' },
  },
  reaches: {
    released: ['release'],
    reversalRequested: ['release', 'requestReversal'],
    reversalApproved: undone,
    reversed: [...undone, 'reversePhysical'],
  },
  milestones: {
    posted,
    reversedInErp: [...posted, ...approvedBack, 'reverse', erpAnswers],
  },
  books: { moved: ['release'], post: 'post', reversal: [...approvedBack, 'reverse'] },
})
