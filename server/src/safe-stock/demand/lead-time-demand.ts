/*
 * The distribution of the demand over a lead time, for demand that comes seldom and in varying lots: in each month there is
 * demand with a probability, and its size is one of the sizes of the history (compound Bernoulli). It is computed by
 * convolution, not drawn, so that the same history always gives the same answer and no seed is needed.
 */

/** More certainty than this is not bought, however cheap the goods: the history does not know such demands. */
const serviceMax = 0.995
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

/** What stock is worth and what it costs, to stop where more of it no longer pays. */
export interface Economy {
  /** The price of a base unit. */
  price: number
  /** What it is worth that a demand is served at once, in the same currency. */
  worthOfService: number
  /** What holding stock costs in a month, as a share of its price. */
  holdingShare: number
}

/** How much must be there when goods are asked for. */
export interface StockWhenAsked {
  quantity: number
  /** Probability that a demand is served in full. */
  service: number
}

/** A history with fewer demands than this has not known the largest one to come. */
export const demandsToKnowSizes = 9

/**
 * The sizes to reckon with. Of few demands the largest to come is not among them: the next one exceeds all `n` with a
 * probability of one in `n + 1`, by their mean if sizes are exponential. Measured: without it a level of 95 % served 91.7 %
 * of the demands of spares with one or two known ones (bench/README.md).
 */
function sizesToCome(sizes: readonly number[]): readonly number[] {
  if (sizes.length >= demandsToKnowSizes) return sizes
  const largest = sizes.reduce((most, size) => Math.max(most, size), 0)
  const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length
  const larger = largest + mean
  return [...sizes, sizes.every((size) => Number.isInteger(size)) ? Math.ceil(larger) : larger]
}

/**
 * The stock (on hand and on order) with which a demand that comes after `months` months without delivery is served in full
 * with the probability of the service level: months before it may have demand, the month itself has one. Service is what
 * those see who ask; most months of a spare have no demand, and say nothing of it. With an economy the price decides instead
 * of the level: the stock is the one at which the demands served are worth most more than it costs to hold, so that cheap
 * goods are there nearly always and expensive ones that are seldom asked for are not.
 */
export function stockWhenAsked(
  sizes: readonly number[],
  probability: number,
  months: number,
  serviceLevel: number,
  economy: Economy | null,
): StockWhenAsked {
  if (sizes.length === 0 || probability <= 0) return { quantity: 0, service: 1 }
  const toCome = sizesToCome(sizes)
  const before = leadTimeDemand(toCome, probability, months)
  const one = leadTimeDemand(toCome, 1, 1)
  const asked = convolve(before.probabilities, one.probabilities)
  let [service, idle, held] = [0, 0, 0]
  let best = { quantity: 0, service: 0, gain: 0 }
  for (const [steps, share] of asked.entries()) {
    service += share
    const gain =
      economy === null
        ? service
        : probability * service * economy.worthOfService -
          economy.holdingShare * economy.price * one.step * held
    if (gain > best.gain + 1e-12) best = { quantity: steps * one.step, service, gain }
    if (service >= (economy === null ? serviceLevel : serviceMax) - 1e-12) break
    // One step more is held as long as the months before do not take it.
    idle += before.probabilities[steps] ?? 0
    held += idle
  }
  return { quantity: best.quantity, service: best.service }
}
