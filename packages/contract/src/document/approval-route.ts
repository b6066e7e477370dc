import { compareMoney, parseMoney, type Money } from '@kufang/kernel/money.ts'
import type { ApprovalRoute, RouteReason } from './declare/approval-chain.ts'

/**
 * Whether a level with a limit reviews an amount, and why. An unknown amount is reviewed like one above the limit: a
 * price that is missing must not shorten the way.
 * @param amount the absolute amount; null if it is unknown
 * @param limit 0: every amount is reviewed
 */
export function routeReason(amount: Money | null, limit: number): RouteReason {
  if (limit === 0) return 'always'
  if (amount === null) return 'amountUnknown'
  return compareMoney(amount, parseMoney(limit)) > 0 ? 'aboveLimit' : 'notNeeded'
}

/**
 * The state after a level: that of the next level that reviews this document, or the approved state. A level whose route
 * was never decided reviews the document.
 * @param by the level that has reviewed it; undefined for a document just submitted
 * @param header the document with its route
 */
export function stateAfterLevel(
  { levels, approved }: ApprovalRoute,
  by: string | undefined,
  header: Readonly<Record<string, unknown>>,
): string {
  const next = levels
    .slice(levels.findIndex((level) => level.by === by) + 1)
    .find((level) => level.above === undefined || header[`needs${level.by}`] !== 'notNeeded')
  return next?.state ?? approved
}
