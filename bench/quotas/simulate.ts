import type { Quota } from './naive-quota.ts'

/** What happened to a part that was stocked by a quota. */
export interface Outcome {
  /** Months with demand, and those of them in which all of it was there. */
  demands: number
  served: number
  /** Quantity asked for, and what of it was there at once. */
  asked: number
  filled: number
  /** Mean stock on hand at the end of a month. */
  meanStock: number
}

/**
 * Stocks a part by a quota over months that it was not made from: it begins with the maximum; what is missing is delivered
 * later (backordered); at the end of each month, if stock and orders are at the reorder point or below, the maximum is
 * ordered, and arrives at the beginning of a month `leadMonths` later. Months that are not recorded, and returns, are
 * months without demand.
 */
export function simulate(
  demand: readonly (number | null)[],
  quota: Quota,
  leadMonths: number,
): Outcome {
  const arriving = new Map<number, number>()
  let [onHand, onOrder] = [quota.maximum, 0]
  const outcome: Outcome = { demands: 0, served: 0, asked: 0, filled: 0, meanStock: 0 }
  for (const [month, given] of demand.entries()) {
    const arrived = arriving.get(month) ?? 0
    onHand += arrived
    onOrder -= arrived
    const wanted = Math.max(0, given ?? 0)
    if (wanted > 0) {
      const there = Math.min(wanted, Math.max(0, onHand))
      outcome.demands += 1
      outcome.asked += wanted
      outcome.filled += there
      if (there >= wanted) outcome.served += 1
    }
    onHand -= wanted
    outcome.meanStock += Math.max(0, onHand) / demand.length
    if (onHand + onOrder <= quota.reorderPoint && onHand + onOrder < quota.maximum) {
      const order = quota.maximum - onHand - onOrder
      const arrival = month + leadMonths + 1
      arriving.set(arrival, (arriving.get(arrival) ?? 0) + order)
      onOrder += order
    }
  }
  return outcome
}
