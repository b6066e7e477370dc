/**
 * Whether the dialog that undoes a chain continues without another press: a requested step was performed, or the
 * ERP has answered and the next step is not requested yet.
 */
export function goesOn(progress: {
  /** The number of steps left. */
  left: number
  /** The number left when the dialog last performed or requested steps; null if it has not, or was refused. */
  leftAt: number | null
  /** The dialog is busy, or a document waits for the ERP. */
  isHeld: boolean
  /** The next step was requested from another person. */
  hasAsked: boolean
}): boolean {
  const { left, leftAt, isHeld, hasAsked } = progress
  return leftAt !== null && left > 0 && !isHeld && (left < leftAt || !hasAsked)
}
