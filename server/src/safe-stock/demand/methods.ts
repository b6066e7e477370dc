import { itemAt } from '@kufang/kernel/present.ts'

/*
 * Forecasts of demand per period. Each method walks over a history, oldest first, and says before every period what it
 * expects of it: `forecasts[t]` uses the periods before t only, and `forecasts[history.length]` is the forecast of the
 * first period to come. Sources: Croston (1972); Syntetos and Boylan (2005) for SBA; Teunter, Syntetos and Babai (2011) for TSB.
 */

/** The forecast methods, in the order in which they are shown. */
export const forecastMethods = [
  'naive',
  'zero',
  'mean',
  'movingAverage',
  'smoothing',
  'croston',
  'sba',
  'tsb',
] as const

export type ForecastMethod = (typeof forecastMethods)[number]

/** Methods that use no more than the last period, or nothing: what the others are compared with. */
export const naiveMethods: readonly ForecastMethod[] = ['naive', 'zero']

/** Periods of the moving average. */
export const averagedPeriods = 12
/** Smoothing constants that are tried; small ones, because demand for spares changes slowly. */
export const smoothingConstants = [0.05, 0.1, 0.2, 0.3] as const

/** What a method needs besides the history; constants that it does not use are ignored. */
export interface MethodConstants {
  /** Of the level, or of the size of demand. */
  alpha: number
  /** Of the interval (Croston, SBA) or of the probability (TSB). */
  beta: number
}

const positive = (demand: number): number => Math.max(0, demand)

function lastValue(history: readonly number[]): Float64Array {
  const forecasts = new Float64Array(history.length + 1)
  for (const [at, demand] of history.entries()) forecasts[at + 1] = positive(demand)
  return forecasts
}

/** The mean of the last `periods` periods, of all that there are if they are fewer. */
function meanOfLast(history: readonly number[], periods: number): Float64Array {
  const forecasts = new Float64Array(history.length + 1)
  let sum = 0
  for (const [at, demand] of history.entries()) {
    sum += positive(demand)
    if (at >= periods) sum -= positive(itemAt(history, at - periods))
    forecasts[at + 1] = sum / Math.min(at + 1, periods)
  }
  return forecasts
}

/** The level begins with the mean of the first year, so that it does not depend on the first month alone. */
function smoothed(history: readonly number[], alpha: number): Float64Array {
  const forecasts = new Float64Array(history.length + 1)
  const first = history.slice(0, averagedPeriods)
  let level = first.reduce((sum, demand) => sum + positive(demand), 0) / Math.max(first.length, 1)
  forecasts[0] = level
  for (const [at, demand] of history.entries()) {
    level += alpha * (positive(demand) - level)
    forecasts[at + 1] = level
  }
  return forecasts
}

/** Croston: sizes and intervals are smoothed apart, at periods with demand only; `factor` is 1, or 1 − β/2 of SBA. */
function croston(
  history: readonly number[],
  { alpha, beta }: MethodConstants,
  factor: number,
): Float64Array {
  const forecasts = new Float64Array(history.length + 1)
  let [size, interval, since] = [0, 0, 1]
  for (const [at, demand] of history.entries()) {
    if (demand > 0) {
      if (interval === 0) [size, interval] = [demand, since]
      else {
        size += alpha * (demand - size)
        interval += beta * (since - interval)
      }
      since = 1
    } else since += 1
    forecasts[at + 1] = interval === 0 ? 0 : (factor * size) / interval
  }
  return forecasts
}

/** TSB: the probability of demand is smoothed in every period, so that the forecast falls when nothing is asked for. */
function tsb(history: readonly number[], { alpha, beta }: MethodConstants): Float64Array {
  const forecasts = new Float64Array(history.length + 1)
  const first = history.slice(0, averagedPeriods)
  const sizes = first.filter((demand) => demand > 0)
  let probability = sizes.length / Math.max(first.length, 1)
  let size = sizes.length === 0 ? 0 : sizes.reduce((sum, one) => sum + one, 0) / sizes.length
  forecasts[0] = probability * size
  for (const [at, demand] of history.entries()) {
    probability += beta * ((demand > 0 ? 1 : 0) - probability)
    if (demand > 0) size = size === 0 ? demand : size + alpha * (demand - size)
    forecasts[at + 1] = probability * size
  }
  return forecasts
}

/**
 * The forecasts of a method for each period of a history and for the first one after it (`length + 1` values). Negative
 * periods count as zero.
 */
export function forecastWith(
  method: ForecastMethod,
  history: readonly number[],
  constants: MethodConstants,
): Float64Array {
  switch (method) {
    case 'naive':
      return lastValue(history)
    case 'zero':
      return new Float64Array(history.length + 1)
    case 'mean':
      return meanOfLast(history, Infinity)
    case 'movingAverage':
      return meanOfLast(history, averagedPeriods)
    case 'smoothing':
      return smoothed(history, constants.alpha)
    case 'croston':
      return croston(history, constants, 1)
    case 'sba':
      return croston(history, constants, 1 - constants.beta / 2)
    case 'tsb':
      return tsb(history, constants)
  }
}

/** The constants that are tried for a method. */
export function constantsOf(method: ForecastMethod): readonly MethodConstants[] {
  if (method === 'smoothing') return smoothingConstants.map((alpha) => ({ alpha, beta: 0 }))
  if (method === 'croston' || method === 'sba' || method === 'tsb')
    return smoothingConstants.map((beta) => ({ alpha: 0.1, beta }))
  return [{ alpha: 0, beta: 0 }]
}
