import type { Decider } from '@kufang/contract/document/decide.ts'
import { sessionStore } from './app/session/session.ts'
import type { SessionUser } from './app/session/session.ts'
import { api } from './kit/api/client.ts'
import { accountStore, deciderStore } from './kit/document/decider.ts'

/** The person as the rules of documents know him; his id is asked for apart. */
function deciderOf(user: SessionUser, userId: string): Decider {
  return {
    userId,
    userName: user.username,
    roles: new Set(user.roles),
    isAdmin: user.roles.includes('admin'),
    functionCodes: user.functions,
  }
}

let known: SessionUser | null = null

function follow(): void {
  const { user } = sessionStore.get()
  if (user === known) return
  known = user
  accountStore.set(user?.account ?? '')
  deciderStore.set(user === null ? null : deciderOf(user, ''))
  if (user === null) return
  // Only the rule of four eyes needs the id; until it is known the server alone says no.
  api
    .get<{ userId: string }>('/api/user/uouser/getCurUserInfo')
    .then(({ userId }) => {
      if (known === user) deciderStore.set(deciderOf(user, userId))
    })
    .catch(console.error)
}

/** Keeps what the kit knows of the person in step with the session. */
export function followSession(): void {
  follow()
  sessionStore.subscribe(follow)
}
