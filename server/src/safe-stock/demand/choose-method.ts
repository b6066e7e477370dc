import { itemAt, itemWith } from '@kufang/kernel/present.ts'
import { classifyDemand, type DemandClass, type DemandPattern } from './classify.ts'
import {
  constantsOf,
  forecastMethods,
  forecastWith,
  naiveMethods,
  type ForecastMethod,
  type MethodConstants,
} from './methods.ts'

/** Periods at the end of a history that are forecast one by one to measure the error of each method. */
export const heldOutPeriods = 12
/** A history with fewer periods, or fewer periods with demand, says too little to choose by its own error. */
export const periodsToChoose = 18
export const demandsToChoose = 3
/**
 * The method of a class of demand that stands unless another one is clearly better: the one with the least error on the
 * parts of a manufacturer, held against the spares of a refinery, which did not choose it (bench/README.md).
 */
export const usualMethods = {
  smooth: 'tsb',
  erratic: 'croston',
  intermittent: 'tsb',
  lumpy: 'movingAverage',
  none: 'smoothing',
} as const satisfies Record<DemandClass, ForecastMethod>
/** Another method is chosen if its error is below this share of the usual one's: a year of months says little of less. */
export const clearlyBetter = 0.9

/** How a method did on the held-out end of a history. */
export interface MethodError {
  method: ForecastMethod
  constants: MethodConstants
  /**
   * Root mean squared scaled error (M5 competition): the errors of the held-out periods, one step ahead, by those of the
   * last value in the periods before. Squared, because only the mean of demand minimises it; by the absolute error (MASE)
   * the best forecast of demand that is mostly zero is zero. null if the periods before never change.
   */
  rmsse: number | null
  /** Mean absolute scaled error, shown beside it. null as above. */
  mase: number | null
  /** Expected demand of the first period to come. */
  forecast: number
}

export interface ChosenMethod {
  pattern: DemandPattern
  /** One row for each method, in their order, each with its best constants. */
  errors: readonly MethodError[]
  chosen: MethodError
  /** Why: by its own error, or because the history says too little. */
  because: 'error' | 'short'
}

/** Mean squared and mean absolute step of a history: what the last value errs by. */
export function stepsOf(history: readonly number[]): { squared: number; absolute: number } {
  let [squared, absolute] = [0, 0]
  for (let at = 1; at < history.length; at += 1) {
    const step = Math.max(0, itemAt(history, at)) - Math.max(0, itemAt(history, at - 1))
    squared += step * step
    absolute += Math.abs(step)
  }
  const steps = Math.max(history.length - 1, 1)
  return { squared: squared / steps, absolute: absolute / steps }
}

/** Mean squared and mean absolute error of forecasts over the periods from `from` on. */
export function errorsOf(
  history: readonly number[],
  forecasts: Float64Array,
  from: number,
): { squared: number; absolute: number } {
  let [squared, absolute] = [0, 0]
  for (let at = from; at < history.length; at += 1) {
    const error = Math.max(0, itemAt(history, at)) - forecasts[at]!
    squared += error * error
    absolute += Math.abs(error)
  }
  const periods = Math.max(history.length - from, 1)
  return { squared: squared / periods, absolute: absolute / periods }
}

function errorOf(history: readonly number[], method: ForecastMethod): MethodError {
  const from = Math.max(1, history.length - heldOutPeriods)
  const scale = stepsOf(history.slice(0, from))
  let best: {
    squared: number
    absolute: number
    constants: MethodConstants
    forecast: number
  } | null = null
  for (const constants of constantsOf(method)) {
    const forecasts = forecastWith(method, history, constants)
    const error = errorsOf(history, forecasts, from)
    if (best === null || error.squared < best.squared)
      best = { ...error, constants, forecast: forecasts[history.length]! }
  }
  const { squared, absolute, constants, forecast } = best!
  return {
    method,
    constants,
    forecast,
    rmsse: scale.squared === 0 ? null : Math.sqrt(squared / scale.squared),
    mase: scale.absolute === 0 ? null : absolute / scale.absolute,
  }
}

/**
 * Chooses the method of a material by its own error on the held-out end of its history (months, oldest first, without
 * gaps): the best one if it is clearly better than the usual one of its class. The naive methods are measured and shown, but not chosen:
 * they say nothing of the months to come that a stock could be built on.
 */
export function chooseMethod(history: readonly number[]): ChosenMethod {
  const pattern = classifyDemand(history)
  const errors = forecastMethods.map((method) => errorOf(history, method))
  const usual = itemWith(errors, ({ method }) => method === usualMethods[pattern.demandClass])
  if (history.length < periodsToChoose || pattern.demands < demandsToChoose)
    return { pattern, errors, chosen: usual, because: 'short' }
  const candidates = errors.filter(
    ({ method, rmsse }) => !naiveMethods.includes(method) && rmsse !== null,
  )
  if (candidates.length === 0) return { pattern, errors, chosen: usual, because: 'short' }
  const best = candidates.reduce((found, one) => (one.rmsse! < found.rmsse! ? one : found))
  const chosen = usual.rmsse === null || best.rmsse! < usual.rmsse * clearlyBetter ? best : usual
  return { pattern, errors, chosen, because: 'error' }
}
