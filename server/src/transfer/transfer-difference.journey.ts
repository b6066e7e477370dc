import { transferDifference } from '@kufang/contract/transfer/transfer-difference.ts'
import { back, erpAnswers, journeyOf } from '../document/journey/journey.ts'
import { postingJourney } from '../document/journey/posting-journey.ts'

/** The ERP has the goods in transit once the transfer is posted. */
const inTransitInErp = [back('post'), erpAnswers] as const

const posting = postingJourney({
  moved: ['decide'],
  posted: ['decide', ...inTransitInErp, 'post', erpAnswers],
  reason: '核对有误',
  refusal: '复点仍缺',
  physical: { by: 'shiftLeader' },
})

/** The receiver of a transfer misses goods; the shift leader decides that they were found, and the poster posts their receipt. */
export const transferDifferenceJourney = journeyOf(transferDifference, {
  madeBy: {
    document: 'transfer-order',
    steps: ['submit', 'approve', 'ship', 'reportDifference'],
  },
  acts: {
    decide: {
      by: 'shiftLeader',
      input: { reason: '已与发出方核对' },
      lines: ({ quantity }) => ({ foundQuantity: quantity }),
      goods: 'moves',
    },
    ...posting.acts,
    post: { by: 'poster', after: inTransitInErp },
  },
  reaches: {
    settled: ['decide'],
    ...posting.reaches,
  },
  milestones: { posted: posting.milestones.posted },
  books: posting.books,
})
