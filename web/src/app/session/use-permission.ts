import { useStore } from '../../kit/state/store.ts'
import { sessionStore } from './session.ts'
import type { SessionUser } from './session.ts'

/** The signed-in user; throws outside the signed-in part. */
export function useUser(): SessionUser {
  const { user } = useStore(sessionStore)
  if (user === null) throw new Error('nobody is signed in')
  return user
}
