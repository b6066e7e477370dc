import { excessOf, isExcessAtGate } from '@kufang/contract/document/catalogue/excess-refusals.ts'
import { isPositive, isQuantity, parseQuantity, subtractQuantity } from '@kufang/kernel/quantity.ts'
import type { ApiErrorDetail } from '../../api/api-error.ts'
import type { EntryLine } from './entry-lines.ts'

/** A line that takes what is permitted. */
export interface ReducedLine {
  /** Starting at 1. */
  line: number
  from: string
  to: string
  excess: string
  unit: string
  /** The goods stand at the gate. */
  isAtGate: boolean
  /** The order item that does not permit more, such as `4500000001/10`; '' if the refusal names none. */
  order: string
}

/**
 * The lines with what is permitted where the server refused too much (`excessOf`), and which they are. A line of which
 * nothing is permitted stays as it is, and so does one whose quantity is entered in another unit.
 */
export function reduceLines(
  lines: readonly EntryLine[],
  details: readonly ApiErrorDetail[],
): { lines: EntryLine[]; reduced: ReducedLine[] } {
  const next = [...lines]
  const reduced: ReducedLine[] = []
  for (const { code, params, line: at, field } of details) {
    const row = at === undefined || field !== 'quantity' ? undefined : next[at - 1]
    const excess = excessOf({ code, params })
    if (row === undefined || excess === null || !isQuantity(row['quantity'])) continue
    const from = String(row['quantity'])
    const to = subtractQuantity(parseQuantity(from), excess)
    if (!isPositive(to)) continue
    next[at! - 1] = { ...row, quantity: to }
    const unit = String(params['unit'] ?? '')
    const order = String(params['order'] ?? '')
    reduced.push({ line: at!, from, to, excess, unit, isAtGate: isExcessAtGate(code), order })
  }
  return { lines: next, reduced }
}
