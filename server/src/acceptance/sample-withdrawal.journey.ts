import { sampleWithdrawal } from '@kufang/contract/acceptance/sample-withdrawal.ts'
import { leavingJourney } from './leave-arrival-journey.ts'

/** A test destroys pieces. */
export const sampleWithdrawalJourney = leavingJourney(sampleWithdrawal, 'some destroyed', {
  reason: '检毁数量有误',
  refusal: '数量无误',
})
