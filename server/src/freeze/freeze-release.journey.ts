import { freezeRelease } from '@kufang/contract/freeze/freeze-release.ts'
import { erpAnswers, journeyOf } from '../document/journey/journey.ts'
import { postingJourney } from '../document/journey/posting-journey.ts'

const posting = postingJourney({ moved: ['release'], physical: { by: 'shiftLeader' } })

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
    ...posting.acts,
  },
  reaches: {
    released: ['release'],
    ...posting.reaches,
  },
  milestones: posting.milestones,
  books: posting.books,
})
