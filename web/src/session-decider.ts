import type { Decider } from '@kufang/contract/document/decide.ts'
import { sessionStore } from './app/session/session.ts'
import type { SessionUser } from './app/session/session.ts'
import { accountStore, deciderStore, supplierStore } from './kit/session/decider.ts'

/** The user in the format of the document rules. */
function deciderOf(user: SessionUser): Decider {
  return {
    userId: user.accountId,
    userName: user.username,
    roles: new Set(user.roles),
    isAdmin: user.roles.includes('admin'),
    isExternal: user.isSupplier === true,
    functionCodes: user.functions,
  }
}

let known: SessionUser | null = null

function follow(): void {
  const { user } = sessionStore.get()
  if (user === known) return
  known = user
  supplierStore.set(user?.isSupplier === true)
  accountStore.set(user?.account ?? '')
  deciderStore.set(user === null ? null : deciderOf(user))
}

/** Keeps the kit's user in step with the session. */
export function followSession(): void {
  follow()
  sessionStore.subscribe(follow)
}
