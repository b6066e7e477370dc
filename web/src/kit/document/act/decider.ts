import type { Decider } from '@kufang/contract/document/decide.ts'
import { createStore, useStore } from '../../store.ts'

/** The signed-in person as the rules of documents know him; the session sets it. */
export const deciderStore = createStore<Decider | null>(null)

const nobody: Decider = { userId: '', userName: '', roles: new Set(), isAdmin: false }

/** Nobody before signing in: then nothing is allowed. */
export function useDecider(): Decider {
  return useStore(deciderStore) ?? nobody
}

/** The account of the person, under which begun work is kept. */
export const accountStore = createStore('')

export function useAccount(): string {
  return useStore(accountStore)
}
