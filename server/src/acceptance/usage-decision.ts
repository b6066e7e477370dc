import { isZero, type Quantity } from '@kufang/kernel/quantity.ts'

/** What is decided when so much was accepted and so much rejected; the state of notices and orders alike. */
export function usageDecision(
  accepted: Quantity,
  rejected: Quantity,
): 'qualified' | 'partlyQualified' | 'unqualified' {
  if (isZero(rejected)) return 'qualified'
  return isZero(accepted) ? 'unqualified' : 'partlyQualified'
}
