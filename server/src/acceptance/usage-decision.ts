import { isZero, type Quantity } from '@kufang/kernel/quantity.ts'

/** The decision for these accepted and rejected quantities; the state of notices and orders. */
export function usageDecision(
  accepted: Quantity,
  rejected: Quantity,
): 'qualified' | 'partlyQualified' | 'unqualified' {
  if (isZero(rejected)) return 'qualified'
  return isZero(accepted) ? 'unqualified' : 'partlyQualified'
}
