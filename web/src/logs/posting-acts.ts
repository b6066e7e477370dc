/** States that require a person. */
export const stuckStates = ['rejected', 'unknown', 'blocked', 'dead'] as const

/** The actions permitted on a message in a state (the server's `person-actions.ts` has the final decision). */
export function mayDo(act: 'retry' | 'close' | 'ignore', state: unknown): boolean {
  const possible: Record<typeof act, readonly string[]> = {
    retry: ['rejected', 'dead', 'blocked', 'pending', 'unknown'],
    close: ['pending', 'rejected', 'unknown', 'blocked', 'dead'],
    ignore: ['pending', 'rejected', 'blocked', 'dead'],
  }
  return typeof state === 'string' && possible[act].includes(state)
}
