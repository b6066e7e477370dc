import {
  compareQuantity,
  isPositive,
  isQuantity,
  parseQuantity,
  subtractQuantity,
  sumQuantities,
  zeroQuantity,
} from '@kufang/kernel/quantity.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'

/** A line under inspection, with the fields of its decision. */
export type DecidedLine = Readonly<Record<string, unknown>>

const quantityOf = (value: unknown): Quantity | null =>
  (typeof value === 'string' || typeof value === 'number') && value !== '' && isQuantity(value)
    ? parseQuantity(value)
    : null

/** What is missing of a line, or destroyed by a test; zero while it is empty or no number. */
const goneOf = (line: DecidedLine): Quantity =>
  sumQuantities(
    ['missingQuantity', 'destroyedQuantity'].map((name) => quantityOf(line[name]) ?? zeroQuantity),
  )

/** Accepts the whole quantity. */
export function acceptAll<Line extends DecidedLine>(line: Line): Line {
  return {
    ...line,
    acceptedQuantity: line['quantity'] ?? null,
    rejectedQuantity: zeroQuantity,
    missingQuantity: zeroQuantity,
    destroyedQuantity: zeroQuantity,
  }
}

/** Rejects the whole quantity. */
export function rejectAll<Line extends DecidedLine>(line: Line): Line {
  return {
    ...line,
    acceptedQuantity: zeroQuantity,
    rejectedQuantity: line['quantity'] ?? null,
    missingQuantity: zeroQuantity,
    destroyedQuantity: zeroQuantity,
  }
}

/** Computes the empty part of a decision: rejected = inspected − missing − destroyed − accepted, or vice versa. */
export function completeDecision<Line extends DecidedLine>(line: Line): Line {
  const inspected = quantityOf(line['quantity'])
  if (inspected === null) return line
  const found = subtractQuantity(inspected, goneOf(line))
  const accepted = quantityOf(line['acceptedQuantity'])
  const rejected = quantityOf(line['rejectedQuantity'])
  if (accepted !== null && rejected === null && compareQuantity(accepted, found) <= 0) {
    return { ...line, rejectedQuantity: subtractQuantity(found, accepted) }
  }
  if (rejected !== null && accepted === null && compareQuantity(rejected, found) <= 0) {
    return { ...line, acceptedQuantity: subtractQuantity(found, rejected) }
  }
  return line
}

const parts = [
  'acceptedQuantity',
  'rejectedQuantity',
  'missingQuantity',
  'destroyedQuantity',
] as const

/**
 * After one part of a previously complete line was changed, computes another: 4 rejected, missing or destroyed of 30
 * leave 26 accepted. Invalid entries are left unchanged. Returns the same list if nothing changes.
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
    const [typed, other] = parts.filter((part) => old[part] !== line[part])
    if (typed === undefined || other !== undefined || decisionGap(line) === '0') return line
    const follows = typed === 'acceptedQuantity' ? 'rejectedQuantity' : 'acceptedQuantity'
    const completed = completeDecision({ ...line, [follows]: null })
    if (decisionGap(completed) !== '0') return line
    isChanged = true
    return completed
  })
  return isChanged ? followed : after
}

/** Difference between accepted + rejected + missing + destroyed and inspected; null while a value is empty or not a number. */
export function decisionGap(line: DecidedLine): Quantity | null {
  const inspected = quantityOf(line['quantity'])
  const accepted = quantityOf(line['acceptedQuantity'])
  const rejected = quantityOf(line['rejectedQuantity'])
  if (inspected === null || accepted === null || rejected === null) return null
  return subtractQuantity(inspected, sumQuantities([accepted, rejected, goneOf(line)]))
}

/** Whether the size of the sample is missing: with sampling (抽检) it says how much of the line was looked at. */
export const lacksSample = (method: unknown, line: DecidedLine): boolean => {
  const sample = quantityOf(line['sampleQuantity'])
  return method === 'sample' && (sample === null || !isPositive(sample))
}
