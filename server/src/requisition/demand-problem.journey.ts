import { demandProblem } from '@kufang/contract/requisition/demand-problem.ts'
import { deliveryDatesPass, journeyOf, next } from '../document/journey/journey.ts'

/** The ERP moves the date of a reservation under an approved requisition; the unit answers, and the storekeeper decides. */
export const demandProblemJourney = journeyOf(demandProblem, {
  madeBy: {
    document: 'reservation',
    steps: [next('requisition', 'approved'), deliveryDatesPass],
  },
  acts: {
    answer: { by: 'requester', input: { answer: '检修推迟，物资仍需领用' } },
    decide: { by: 'storekeeper', input: { decision: 'accepted', reason: '按新日期发放' } },
  },
  reaches: {
    answered: ['answer'],
    closed: ['answer', 'decide'],
  },
})
