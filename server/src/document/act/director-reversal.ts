/** What decides whether the director approves the reversal: null where the route is not known any more. */
type Routed = { needsDirector: string | null }

/** Whether the reversal of a document with a director's level needs nobody but who approves reversals: what was within the limit. */
export const isWithinLeader = ({ needsDirector }: Routed): boolean => needsDirector === 'notNeeded'

/**
 * Refuses a reversal: the document stands, and with it the route that a later request of its reversal takes, unlike after a
 * refused review.
 */
export function keepRoute({
  input,
  setHeader,
}: {
  input: { reason: string }
  setHeader: (changes: { reviewRemark: string }) => void
}): void {
  setHeader({ reviewRemark: input.reason })
}
