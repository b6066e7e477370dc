import type { Decider } from '@kufang/contract/document/decide.ts'
import { createStore, useStore } from '../state/store.ts'

/** The signed-in user as input of document rules; set by the session. */
export const deciderStore = createStore<Decider | null>(null)

const nobody: Decider = { userId: '', userName: '', roles: new Set(), isAdmin: false }

/** Without a signed-in user nothing is permitted. */
export function useDecider(): Decider {
  return useStore(deciderStore) ?? nobody
}

/** The account of the user, under which drafts are stored. */
export const accountStore = createStore('')

export function useAccount(): string {
  return useStore(accountStore)
}

/** Whether the user signs in for a supplier; set by the session. */
export const supplierStore = createStore(false)

export function useIsSupplier(): boolean {
  return useStore(supplierStore)
}
