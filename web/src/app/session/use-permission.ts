import { useStore } from '../../kit/store.ts'
import { sessionStore } from './session.ts'
import type { SessionUser } from './session.ts'

/** The person signed in; throws outside the signed-in part. */
export function useUser(): SessionUser {
  const { user } = useStore(sessionStore)
  if (user === null) throw new Error('nobody is signed in')
  return user
}

/**
 * Whether a button with these function codes is for this person (product.md section 5): only
 * where function codes are checked at all, and never an empty list.
 */
export function useFunction(...codes: readonly [string, ...string[]]): boolean {
  const user = useUser()
  return !user.checksFunctions || codes.some((code) => user.functions.has(code))
}
