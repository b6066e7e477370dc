import { arrivalShortage } from '@kufang/contract/acceptance/arrival-shortage.ts'
import { journeyOf } from '../document/journey/journey.ts'
import { postingJourney } from '../document/journey/posting-journey.ts'

const posting = postingJourney({
  moved: [],
  requestedWhen: 'posted',
  reason: '开箱后找到',
  refusal: '复点仍缺',
  physical: { by: 'qualitySupervisor' },
})

/** An inspector finds pieces missing; the ERP learns of it with the arrival, or by the poster. */
export const arrivalShortageJourney = journeyOf(arrivalShortage, {
  madeBy: { document: 'inspection-order', steps: { course: 'some missing', steps: ['decide'] } },
  acts: posting.acts,
  reaches: posting.reaches,
  milestones: { posted: posting.milestones.posted },
  books: posting.books,
})
