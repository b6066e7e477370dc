import { linkedArrival } from '@kufang/contract/receiving/linked-arrival.ts'
import { erpAnswers, journeyOf } from '../document/journey/journey.ts'

/** The ERP's answer to the goods issue of the other company makes it; its own posting is on its way from then on. */
export const linkedArrivalJourney = journeyOf(linkedArrival, {
  madeBy: {
    document: 'cross-company-issue',
    steps: ['submit', 'approve', 'issue', 'post', erpAnswers],
    isElsewhere: true,
  },
  acts: {
    post: { by: 'poster' },
    reverse: { by: 'poster', input: { reason: '重复办理' } },
    reversePhysical: { by: 'storekeeper', input: { reason: '重复办理' }, goods: 'undoes' },
  },
  reaches: {
    reversed: [erpAnswers, 'reverse', erpAnswers, 'reversePhysical'],
  },
  milestones: { posted: [erpAnswers] },
  books: { moved: [], post: 'post', reversal: ['reverse'] },
})
