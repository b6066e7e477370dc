import {
  compareQuantity,
  isQuantity,
  parseQuantity,
  subtractQuantity,
  sumQuantities,
  zeroQuantity,
} from '@kufang/kernel/quantity.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'

/** A line under inspection, as far as its decision goes. */
export type DecidedLine = Readonly<Record<string, unknown>>

const quantityOf = (value: unknown): Quantity | null =>
  (typeof value === 'string' || typeof value === 'number') && value !== '' && isQuantity(value)
    ? parseQuantity(value)
    : null

/** All pieces accepted. */
export function acceptAll<Line extends DecidedLine>(line: Line): Line {
  return { ...line, acceptedQuantity: line['quantity'] ?? null, rejectedQuantity: zeroQuantity }
}

/** All pieces rejected. */
export function rejectAll<Line extends DecidedLine>(line: Line): Line {
  return { ...line, acceptedQuantity: zeroQuantity, rejectedQuantity: line['quantity'] ?? null }
}

/** What was not said follows from what was: rejected = inspected − accepted, or the other way round. */
export function completeDecision<Line extends DecidedLine>(line: Line): Line {
  const inspected = quantityOf(line['quantity'])
  if (inspected === null) return line
  const accepted = quantityOf(line['acceptedQuantity'])
  const rejected = quantityOf(line['rejectedQuantity'])
  if (accepted !== null && rejected === null && compareQuantity(accepted, inspected) <= 0) {
    return { ...line, rejectedQuantity: subtractQuantity(inspected, accepted) }
  }
  if (rejected !== null && accepted === null && compareQuantity(rejected, inspected) <= 0) {
    return { ...line, acceptedQuantity: subtractQuantity(inspected, rejected) }
  }
  return line
}

/**
 * After typing one half of a line that was whole before, the other half follows: 4 rejected of 30 leave 26
 * accepted. What does not fit into the whole is left as it was typed. Gives the same list where nothing follows.
 */
export function followHalves<Line extends DecidedLine & { rowId: string }>(
  before: readonly Line[],
  after: readonly Line[],
): readonly Line[] {
  const known = new Map(before.map((line) => [line.rowId, line]))
  let isChanged = false
  const followed = after.map((line) => {
    const old = known.get(line.rowId)
    if (old === undefined || old === line) return line
    const [accepted, rejected] = (['acceptedQuantity', 'rejectedQuantity'] as const).map(
      (half) => old[half] !== line[half],
    )
    if (accepted === rejected || decisionGap(line) === '0') return line
    const completed = completeDecision({
      ...line,
      [accepted === true ? 'rejectedQuantity' : 'acceptedQuantity']: null,
    })
    if (decisionGap(completed) !== '0') return line
    isChanged = true
    return completed
  })
  return isChanged ? followed : after
}

/** How far accepted + rejected is from inspected; null while something is missing or no number. */
export function decisionGap(line: DecidedLine): Quantity | null {
  const inspected = quantityOf(line['quantity'])
  const accepted = quantityOf(line['acceptedQuantity'])
  const rejected = quantityOf(line['rejectedQuantity'])
  if (inspected === null || accepted === null || rejected === null) return null
  return subtractQuantity(inspected, sumQuantities([accepted, rejected]))
}
