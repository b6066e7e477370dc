import type { arrivalShortage } from '@kufang/contract/acceptance/arrival-shortage.ts'
import type { sampleWithdrawal } from '@kufang/contract/acceptance/sample-withdrawal.ts'
import { journeyOf, type AnyJourney } from '../document/journey/journey.ts'
import { postingJourney } from '../document/journey/posting-journey.ts'

/**
 * The journey of a document that the decision of an inspection makes (`leavesArrival`); the ERP learns of it with the arrival,
 * or by the poster.
 * @param course of the inspection order in which pieces are gone
 * @param reason why it is reversed, and `refusal`: why it is not
 */
export function leavingJourney(
  definition: typeof arrivalShortage | typeof sampleWithdrawal,
  course: string,
  { reason, refusal }: { reason: string; refusal: string },
): AnyJourney {
  const posting = postingJourney({
    moved: [],
    requestedWhen: 'posted',
    reason,
    refusal,
    physical: { by: 'qualitySupervisor' },
  })
  return journeyOf(definition, {
    madeBy: { document: 'inspection-order', steps: { course, steps: ['decide'] } },
    acts: posting.acts,
    reaches: posting.reaches,
    milestones: { posted: posting.milestones.posted },
    books: posting.books,
  })
}
