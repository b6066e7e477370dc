import { chooseMethod, type ChosenMethod } from './choose-method.ts'
import { leadTimeDemand, quantityFor } from './lead-time-demand.ts'

/** Days of a month, to turn lead times of days into months. */
const daysOfMonth = 30.4375
/** Stock is reviewed, and ordered, once a month. */
export const reviewMonths = 1
/** Months of demand that an order is to last beyond the reorder point. */
export const orderedMonths = 3

/** What is proposed for a material, and why. Quantities are in the base unit. */
export interface QuotaProposal extends ChosenMethod {
  serviceLevel: number
  /** Months that the stock has to last: the lead time, rounded up, and the review. */
  coveredMonths: number
  /** Probability that a month has demand, by the chosen forecast. */
  probability: number
  /** Expected demand of the covered months. */
  expectedDemand: number
  safetyStock: number
  reorderPoint: number
  minimumQuantity: number
  maximumQuantity: number
}

/** The whole months of a lead time, at least one. */
export function monthsOf(leadTimeDays: number): number {
  return Math.max(1, Math.ceil(leadTimeDays / daysOfMonth - 1e-9))
}

/**
 * Proposes the quota of a material.
 *
 * - The reorder point covers the demand of lead time and review with the probability of the service level. The chosen
 *   forecast says how often demand comes, the history of what size it is (`lead-time-demand.ts`).
 * - The safety stock is what of it exceeds the expected demand; the minimum is the same.
 * - The maximum adds the demand of `orderedMonths`, and at least one piece.
 *
 * @param history demand per month, oldest first, without gaps; what is not recorded is left out
 * @param serviceLevel probability that nothing is short until an order arrives, above 0 and below 1
 */
export function proposeQuota(
  history: readonly number[],
  leadTimeDays: number,
  serviceLevel: number,
): QuotaProposal {
  const choice = chooseMethod(history)
  const coveredMonths = monthsOf(leadTimeDays) + reviewMonths
  const sizes = history.filter((demand) => demand > 0)
  const { meanSize } = choice.pattern
  const probability = meanSize === 0 ? 0 : Math.min(1, choice.chosen.forecast / meanSize)
  const demand = leadTimeDemand(sizes, probability, coveredMonths)
  const reorderPoint = quantityFor(demand, serviceLevel)
  const rounded = rounding(sizes)
  const safetyStock = rounded(Math.max(0, reorderPoint - demand.mean))
  const order = sizes.length === 0 ? 0 : Math.max(rounded(choice.chosen.forecast * orderedMonths), 1)
  return {
    ...choice,
    serviceLevel,
    coveredMonths,
    probability,
    expectedDemand: demand.mean,
    safetyStock,
    reorderPoint: rounded(reorderPoint),
    minimumQuantity: safetyStock,
    maximumQuantity: rounded(reorderPoint + order),
  }
}

/** Rounds up to what was ever issued: whole pieces, or thousandths. */
function rounding(sizes: readonly number[]): (value: number) => number {
  const parts = sizes.every((size) => Number.isInteger(size)) ? 1 : 1000
  return (value) => Math.ceil(value * parts - 1e-6) / parts
}
