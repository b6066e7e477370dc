import { chooseMethod, type ChosenMethod } from './choose-method.ts'
import { leadTimeDemand, stockWhenAsked, type Economy } from './lead-time-demand.ts'

/** Days of a month, to turn lead times of days into months. */
const daysOfMonth = 30.4375
/** Stock is reviewed, and ordered, once a month. */
export const reviewMonths = 1
/** Months of demand that an order is to last beyond the reorder point. */
export const orderedMonths = 3
/** What holding stock costs in a month, as a share of its price: a fifth in a year, for capital, space and ageing. */
export const holdingShare = 0.2 / 12

/** What is proposed for a material, and why. Quantities are in the base unit. */
export interface QuotaProposal extends ChosenMethod {
  /** Months that the stock has to last: the lead time, rounded up, and the review. */
  coveredMonths: number
  /** Probability that a month has demand, by the chosen forecast. */
  probability: number
  /** Expected demand of the covered months. */
  expectedDemand: number
  /** Probability that a demand is served in full with this quota. */
  service: number
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
 * - The chosen forecast says how often demand comes, the history of what size it is. What must be there when goods are asked
 *   for follows from both (`stockWhenAsked`), by the service level or, if the price is known, by what pays.
 * - The reorder point is one piece less, because at it an order is made.
 * - The safety stock is what of that stock exceeds the expected demand of the covered months; the minimum is the same.
 * - The maximum adds the demand of `orderedMonths`, and at least one piece.
 *
 * @param history demand per month, oldest first, without gaps; what is not recorded is left out
 * @param serviceLevel probability that a demand is served in full, above 0 and below 1; used without an economy
 * @param economy null if the price is not known
 */
export function proposeQuota(
  history: readonly number[],
  leadTimeDays: number,
  serviceLevel: number,
  economy: Omit<Economy, 'holdingShare'> | null = null,
): QuotaProposal {
  const choice = chooseMethod(history)
  const leadMonths = monthsOf(leadTimeDays)
  const coveredMonths = leadMonths + reviewMonths
  const sizes = history.filter((demand) => demand > 0)
  const { meanSize } = choice.pattern
  const probability = meanSize === 0 ? 0 : Math.min(1, choice.chosen.forecast / meanSize)
  const expectedDemand = leadTimeDemand(sizes, probability, coveredMonths).mean
  const stock = stockWhenAsked(
    sizes,
    probability,
    leadMonths,
    serviceLevel,
    economy === null ? null : { ...economy, holdingShare },
  )
  const { parts, roundedUp } = rounding(sizes)
  const reorderPoint = Math.max(0, roundedUp(stock.quantity) - 1 / parts)
  const safetyStock = Math.min(
    reorderPoint,
    roundedUp(Math.max(0, stock.quantity - expectedDemand)),
  )
  const order =
    stock.quantity === 0 ? 0 : Math.max(roundedUp(choice.chosen.forecast * orderedMonths), 1)
  return {
    ...choice,
    coveredMonths,
    probability,
    expectedDemand,
    service: stock.service,
    safetyStock,
    reorderPoint,
    minimumQuantity: safetyStock,
    maximumQuantity: roundedUp(reorderPoint + order),
  }
}

/** Rounds up to what was ever issued: whole pieces, or thousandths. */
function rounding(sizes: readonly number[]): {
  parts: number
  roundedUp: (value: number) => number
} {
  const parts = sizes.every((size) => Number.isInteger(size)) ? 1 : 1000
  // Plus zero, so that nothing is minus zero.
  return { parts, roundedUp: (value) => Math.ceil(value * parts - 1e-6) / parts + 0 }
}
