import type { DemandCause } from '@kufang/contract/requisition/demand-problem.ts'
import {
  compareQuantity,
  isPositive,
  minimumQuantity,
  sumQuantities,
  zeroQuantity,
  type Quantity,
} from '@kufang/kernel/quantity.ts'
import type { ChangedDemand } from '../external-documents/public.ts'
import type { DemandWork, OpenDemandProblem } from './demand-work.ts'

// What a change of a reservation or sales order item means for the work on it.

const isOver = (standing: string): boolean => standing === 'completed' || standing === 'deleted'

/** Whether date, place or account assignment of the item changed: then all of the work is concerned. */
const isOther = (item: ChangedDemand): boolean =>
  item.dueAfter !== item.dueBefore ||
  item.isPlaceChanged ||
  item.accountAfter !== item.accountBefore

/** The causes for which a changed item disturbs work on it; a growth, and what still covers the work, disturbs nobody. */
export function causesOf(item: ChangedDemand): DemandCause[] {
  const causes: DemandCause[] = []
  const { standingBefore, standingAfter } = item
  if (isOver(standingAfter)) return isOver(standingBefore) ? [] : ['ended']
  if (standingAfter === 'blocked' && standingBefore !== 'blocked') causes.push('blocked')
  const isReduced = compareQuantity(item.quantityAfter, item.quantityBefore) < 0
  if (isOther(item) || (isReduced && isPositive(item.excess))) causes.push('changed')
  return causes
}

/** Whether the item changed in what an open problem says of it, other than that it is over or blocked. */
export const isRetold = (item: ChangedDemand): boolean =>
  !isOver(item.standingAfter) && (isOther(item) || item.quantityAfter !== item.quantityBefore)

/** Whether the item is again as it was before the problem was raised, or covers the work on it again. */
export function isRestored(item: ChangedDemand, problem: OpenDemandProblem): boolean {
  if (problem.cause === 'ended') return !isOver(item.standingAfter)
  // Lifted, or over for good, which is told by itself.
  if (problem.cause === 'blocked') return item.standingAfter !== 'blocked'
  if (isOver(item.standingAfter)) return false
  const { requiredBefore, dueBefore } = problem
  const isCovered =
    compareQuantity(item.quantityAfter, requiredBefore) >= 0 || !isPositive(item.excess)
  const { placeBefore, accountBefore } = factsSince(item, problem)
  return (
    isCovered &&
    item.dueAfter === dueBefore &&
    (placeBefore === null || placeBefore === item.placeAfter) &&
    (accountBefore === null || accountBefore === item.accountAfter)
  )
}

/**
 * What changed since the problem was raised; what was before it stays, so that a restored item is recognised. Place and
 * account assignment are named only if they changed.
 */
export function factsSince(item: ChangedDemand, problem: OpenDemandProblem | undefined) {
  const placeBefore = problem?.placeBefore ?? (item.isPlaceChanged ? item.placeBefore : null)
  const isCharged = item.accountAfter !== item.accountBefore
  const accountBefore = problem?.accountBefore ?? (isCharged ? item.accountBefore : null)
  return {
    requiredBefore: problem?.requiredBefore ?? item.quantityBefore,
    requiredAfter: item.quantityAfter,
    dueBefore: problem === undefined ? item.dueBefore : problem.dueBefore,
    dueAfter: item.dueAfter,
    placeBefore,
    placeAfter: placeBefore === null ? null : item.placeAfter,
    accountBefore,
    accountAfter: accountBefore === null ? null : item.accountAfter,
  }
}

/**
 * How much of the work is concerned: of an item of which only less is required what exceeds it, otherwise all.
 * @param facts what the problem says of the item
 */
export function concernedQuantity(
  cause: DemandCause,
  work: readonly DemandWork[],
  excess: Quantity,
  facts: {
    dueBefore: string | null
    dueAfter: string | null
    placeBefore: string | null
    accountBefore: string | null
  },
): Quantity {
  const all = sumQuantities(work.map(({ quantity }) => quantity))
  const { dueBefore, dueAfter, placeBefore, accountBefore } = facts
  const isQuantityOnly =
    cause === 'changed' && dueBefore === dueAfter && placeBefore === null && accountBefore === null
  if (!isQuantityOnly) return all
  return isPositive(excess) ? minimumQuantity(all, excess) : zeroQuantity
}
