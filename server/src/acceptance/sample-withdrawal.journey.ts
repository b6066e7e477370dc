import { sampleWithdrawal } from '@kufang/contract/acceptance/sample-withdrawal.ts'
import { journeyOf } from '../document/journey/journey.ts'
import { postingJourney } from '../document/journey/posting-journey.ts'

const posting = postingJourney({
  moved: [],
  requestedWhen: 'posted',
  reason: '检毁数量有误',
  refusal: '数量无误',
  physical: { by: 'qualitySupervisor' },
})

/** A test destroys pieces; the ERP learns of it with the arrival, or by the poster. */
export const sampleWithdrawalJourney = journeyOf(sampleWithdrawal, {
  madeBy: { document: 'inspection-order', steps: { course: 'some destroyed', steps: ['decide'] } },
  acts: posting.acts,
  reaches: posting.reaches,
  milestones: { posted: posting.milestones.posted },
  books: posting.books,
})
