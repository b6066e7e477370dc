/** States that want a person. */
export const stuckStates = ['rejected', 'unknown', 'blocked', 'dead'] as const

/** What a person may do with a message in a state (server `person-actions.ts` decides in the end). */
export function mayDo(act: 'retry' | 'close' | 'ignore', state: unknown): boolean {
  const possible: Record<typeof act, readonly string[]> = {
    retry: ['rejected', 'dead', 'blocked', 'pending', 'unknown'],
    close: ['pending', 'rejected', 'unknown', 'blocked', 'dead'],
    ignore: ['pending', 'rejected', 'blocked', 'dead'],
  }
  return typeof state === 'string' && possible[act].includes(state)
}
