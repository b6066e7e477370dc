import { problemDocument } from '@kufang/contract/delivery/problem-document.ts'
import { journeyOf } from '../document/journey/journey.ts'

/** An inspection finds pieces missing; the supplier answers, and the buyer decides. */
export const problemDocumentJourney = journeyOf(problemDocument, {
  madeBy: {
    document: 'inspection-order',
    steps: { course: 'some missing', steps: ['decide'] },
    behind: 'purchase-order',
  },
  acts: {
    answer: { by: 'supplier', input: { answer: '装箱漏装，下周随车补送' } },
    decide: { by: 'buyer', input: { decision: 'accepted', reason: '按原送货单补送' } },
  },
  reaches: {
    answered: ['answer'],
    closed: ['answer', 'decide'],
  },
})
