import { compareQuantity, isZero, type Quantity } from '@kufang/kernel/quantity.ts'

/** The decision for what was accepted of what was inspected and not destroyed by it; the state of notices and orders. */
export function usageDecision(
  accepted: Quantity,
  inspected: Quantity,
): 'qualified' | 'partlyQualified' | 'unqualified' {
  if (compareQuantity(accepted, inspected) >= 0) return 'qualified'
  return isZero(accepted) ? 'unqualified' : 'partlyQualified'
}
