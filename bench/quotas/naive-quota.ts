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

/** Quantiles of the normal distribution for the service levels of the product and those between. */
const quantiles: Readonly<Record<string, number>> = {
  '0.5': 0,
  '0.8': 0.8416,
  '0.9': 1.2816,
  '0.95': 1.6449,
  '0.98': 2.0537,
  '0.99': 2.3263,
}

/**
 * The quota of the textbook with the naive forecast: the last month for each month of the lead time, and a safety stock of
 * so many standard deviations of its errors, as if they were normal.
 */
export function naiveQuota(
  history: readonly number[],
  leadTimeDays: number,
  serviceLevel: number,
): Quota {
  const months = monthsOf(leadTimeDays) + reviewMonths
  const forecasts = forecastWith('naive', history, { alpha: 0, beta: 0 })
  const forecast = forecasts[history.length]!
  const deviation = Math.sqrt(errorsOf(history, forecasts, 1).squared)
  const quantile = quantiles[String(serviceLevel)]
  if (quantile === undefined) throw new Error(`no quantile for the service level ${serviceLevel}`)
  const reorderPoint = Math.ceil(
    forecast * months + quantile * deviation * Math.sqrt(months) - 1e-6,
  )
  const wasAsked = history.some((demand) => demand > 0)
  return {
    reorderPoint,
    maximum: reorderPoint + (wasAsked ? Math.max(1, Math.ceil(forecast * orderedMonths)) : 0),
  }
}
