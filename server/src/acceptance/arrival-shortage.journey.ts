import { arrivalShortage } from '@kufang/contract/acceptance/arrival-shortage.ts'
import { leavingJourney } from './leave-arrival-journey.ts'

/** An inspector finds pieces missing. */
export const arrivalShortageJourney = leavingJourney(arrivalShortage, 'some missing', {
  reason: '开箱后找到',
  refusal: '复点仍缺',
})
