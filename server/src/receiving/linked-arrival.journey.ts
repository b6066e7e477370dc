import { linkedArrival } from '@kufang/contract/receiving/linked-arrival.ts'
import { erpAnswers, journeyOf } from '../document/journey/journey.ts'
import { postingJourney } from '../document/journey/posting-journey.ts'

const posting = postingJourney({
  moved: [],
  posted: [erpAnswers],
  requestedWhen: 'posted',
  refusal: '货物已使用',
  physical: { by: 'storekeeper' },
})

/** The ERP's answer to the goods issue of the other company makes it; its own posting is on its way from then on. */
export const linkedArrivalJourney = journeyOf(linkedArrival, {
  madeBy: {
    document: 'cross-company-issue',
    steps: ['submit', 'approve', 'issue', 'post', erpAnswers],
    isElsewhere: true,
  },
  acts: posting.acts,
  reaches: posting.reaches,
  milestones: { posted: posting.milestones.posted },
  books: posting.books,
})
