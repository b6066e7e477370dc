/**
 * Whether the dialog that undoes a chain continues without another press: somebody who was asked has done a step, or
 * the ERP has answered and nobody was asked for what follows yet.
 */
export function goesOn(progress: {
  /** The number of steps left. */
  left: number
  /** The number left when the dialog last did or asked for steps; null if it has not, or was refused. */
  leftAt: number | null
  /** The dialog is busy, or a document waits for the ERP. */
  isHeld: boolean
  /** Somebody has been asked for the next step. */
  hasAsked: boolean
}): boolean {
  const { left, leftAt, isHeld, hasAsked } = progress
  return leftAt !== null && left > 0 && !isHeld && (left < leftAt || !hasAsked)
}
