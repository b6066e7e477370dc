import { errorsOf } from '../../server/src/safe-stock/demand/choose-method.ts'
import { forecastWith } from '../../server/src/safe-stock/demand/methods.ts'
import {
  monthsOf,
  orderedMonths,
  reviewMonths,
} from '../../server/src/safe-stock/demand/propose.ts'

/** What a stock is ordered by. */
export interface Quota {
  reorderPoint: number
  maximum: number
}

/**
 * Safety stocks of the naive quota, in standard deviations: those of the service levels 50 % to 99.9 % if errors were normal,
 * and beyond, until it serves what the product does.
 */
export const naiveDeviations = [0, 0.5, 1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10, 12] as const

/**
 * The quota of the textbook with the naive forecast: the last month for each month of the lead time, and a safety stock of
 * so many standard deviations of its errors.
 */
export function naiveQuota(
  history: readonly number[],
  leadTimeDays: number,
  deviations: number,
): Quota {
  const months = monthsOf(leadTimeDays) + reviewMonths
  const forecasts = forecastWith('naive', history, { alpha: 0, beta: 0 })
  const forecast = forecasts[history.length]!
  const deviation = Math.sqrt(errorsOf(history, forecasts, 1).squared)
  const reorderPoint = Math.ceil(
    forecast * months + deviations * deviation * Math.sqrt(months) - 1e-6,
  )
  const wasAsked = history.some((demand) => demand > 0)
  return {
    reorderPoint,
    maximum: reorderPoint + (wasAsked ? Math.max(1, Math.ceil(forecast * orderedMonths)) : 0),
  }
}
