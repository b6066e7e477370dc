/*
 * The distribution of the demand over a lead time, for demand that comes seldom and in varying lots: in each month there is
 * demand with a probability, and its size is one of the sizes of the history (compound Bernoulli). It is computed by
 * convolution, not drawn, so that the same history always gives the same answer and no seed is needed.
 */

/** The most steps of a size: larger sizes share steps, rounded up, so that nothing is understated. */
const stepsMax = 128

/** What the demand of a lead time is expected to be. */
export interface LeadTimeDemand {
  /** The quantity of one step of `probabilities`. */
  step: number
  /** Probability of a demand of 0, 1, 2 … steps. */
  probabilities: Float64Array
  mean: number
}

/** @param sizes the sizes of the periods with demand, all positive; empty: there was none */
function stepOf(sizes: readonly number[]): number {
  const largest = sizes.reduce((most, size) => Math.max(most, size), 0)
  const areWhole = sizes.every((size) => Number.isInteger(size))
  if (areWhole && largest <= stepsMax) return 1
  const step = largest / stepsMax
  return areWhole ? Math.ceil(step) : step
}

/**
 * The demand of `months` months.
 * @param sizes positive sizes of demand, oldest first; the later ones do not count more
 * @param probability that a month has demand, 0 to 1
 * @param months a whole number, at least 1
 */
export function leadTimeDemand(
  sizes: readonly number[],
  probability: number,
  months: number,
): LeadTimeDemand {
  if (sizes.length === 0 || probability <= 0)
    return { step: 1, probabilities: Float64Array.of(1), mean: 0 }
  const step = stepOf(sizes)
  const steps = sizes.map((size) => Math.ceil(size / step - 1e-9))
  const largest = steps.reduce((most, size) => Math.max(most, size), 0)
  const one = new Float64Array(largest + 1)
  one[0] = 1 - probability
  for (const size of steps) one[size]! += probability / steps.length
  let all: Float64Array = Float64Array.of(1)
  for (let month = 0; month < months; month += 1) all = convolve(all, one)
  const meanSize = sizes.reduce((sum, size) => sum + size, 0) / sizes.length
  return { step, probabilities: all, mean: probability * meanSize * months }
}

function convolve(left: Float64Array, right: Float64Array): Float64Array {
  const sum = new Float64Array(left.length + right.length - 1)
  for (let at = 0; at < right.length; at += 1) {
    const share = right[at]!
    if (share === 0) continue
    for (let other = 0; other < left.length; other += 1) sum[at + other]! += share * left[other]!
  }
  return sum
}

/** The smallest quantity that covers the demand of the lead time with this probability. */
export function quantityFor(demand: LeadTimeDemand, serviceLevel: number): number {
  let covered = 0
  for (const [steps, probability] of demand.probabilities.entries()) {
    covered += probability
    if (covered >= serviceLevel - 1e-12) return steps * demand.step
  }
  return (demand.probabilities.length - 1) * demand.step
}
