import { knowUnitNames } from '@kufang/contract/document/catalogue/unit-words.ts'
import { ApiError } from '../../kit/api/api-error.ts'
import { api } from '../../kit/api/client.ts'
import { encryptPasswords } from '../../kit/api/encrypt-password.ts'
import { ownFailure } from '../../kit/api/failure.ts'
import type { SessionOwner } from '../../kit/api/session-id.ts'
import {
  disownSession,
  expireSessionOnce,
  forgetSession,
  keepSession,
  sessionId,
} from '../../kit/api/session-id.ts'
import { recordError } from '../../kit/feedback/error-log.ts'
import { createStore } from '../../kit/state/store.ts'
import { askForRoles } from './deployment.ts'
import type { RoleAnswer } from './deployment.ts'
import { tellOtherWindows } from './other-windows.ts'

/** The given systems have tenants; this product has one. */
const tenantId = ''

/** The signed-in user with roles and functions. */
export interface SessionUser {
  account: string
  /** The user's id, as named by the given calls. */
  accountId: string
  username: string
  roles: readonly string[]
  avatar: string
  introduction: string
  /** Signs in for a supplier, whose home page is another one. */
  isSupplier: boolean
  /** If true, buttons also require a function code. */
  checksFunctions: boolean
  functions: ReadonlySet<string>
}

/** Reason why a session lapsed: it expired, another window signed out, or another user signed in there. */
export type LapseReason = 'expired' | 'signed-out-elsewhere' | { signedInElsewhere: string }

export interface SessionState {
  /** out: no user · loading: a token whose user is not known yet · in · lapsed: the token is gone, the pages remain. */
  phase: 'out' | 'loading' | 'in' | 'lapsed'
  user: SessionUser | null
  /** Pages are mounted anew per user; a returning user finds the same pages. */
  generation: number
  /** Sign-in succeeded, but the password must be changed first. */
  mustChangePasswordOf: string | null
  lapseReason: LapseReason
}

export const sessionStore = createStore<SessionState>({
  phase: 'out',
  user: null,
  generation: 0,
  mustChangePasswordOf: null,
  lapseReason: 'expired',
})

/** The signed-in user; only for code that runs after sign-in. */
export function currentUser(): SessionUser {
  const { user } = sessionStore.get()
  if (user === null) throw new Error('nobody is signed in')
  return user
}

interface TokenAnswer {
  session_id: string
  forceEditPwdFlag?: 'Y' | 'N'
}

/**
 * Signs in and loads the user's roles. False if the password has to be changed first; `mustChangePasswordOf` then
 * contains the account. Throws `ApiError`.
 */
export async function signIn(account: string, password: string): Promise<boolean> {
  const username = account.trim()
  const [encrypted = ''] = await encryptPasswords([password])
  // In the body: proxies write addresses into their logs.
  const answer = await api.post<TokenAnswer>(
    '/api/oauth/token',
    { username, password: encrypted, encrypted: true, grant_type: 'password', tenantId },
    { isSessionCall: true },
  )
  return begin(answer, username)
}

/** Signs in with the one-time code returned by the identity provider. Throws `ApiError`. */
export async function signInByCode(code: string): Promise<boolean> {
  const answer = await api.get<TokenAnswer>('/api/oauth/getTokenBySamlUser', {
    query: { code },
    isSessionCall: true,
  })
  return begin(answer, '')
}

async function begin(answer: TokenAnswer, username: string): Promise<boolean> {
  if (!keepSession(answer.session_id)) throw ownFailure('cookies-refused', 0)
  if (answer.forceEditPwdFlag === 'Y') {
    sessionStore.set((state) => ({ ...state, mustChangePasswordOf: username }))
    return false
  }
  await loadUser({ isAdopted: false })
  const { user } = sessionStore.get()
  // The server has recorded it already; the given systems make this call (product.md section 7).
  api
    .post(
      '/api/user/uouseraccount/updateAccountLastLoginTime',
      { accountId: user?.accountId, lastLoginTime: Date.now() },
      { isQuiet: true },
    )
    .catch((thrown: unknown) => recordError(thrown, 'updateAccountLastLoginTime'))
  tellOtherWindows(user)
  return sessionStore.get().mustChangePasswordOf === null
}

/**
 * Requests the user of the token. Throws `ApiError` and then discards the token. If another window obtained the token
 * (`isAdopted`) for another user, this window's pages remain those of their own user.
 */
export async function loadUser({ isAdopted }: { isAdopted: boolean }): Promise<void> {
  const before = sessionStore.get()
  if (before.phase === 'out') sessionStore.set({ ...before, phase: 'loading' })
  try {
    const answer = await askForRoles()
    const user = userOf(answer)
    knowUnitNames(answer?.unitNames ?? {})
    const isSame = before.user?.account === user.account
    if (isAdopted && before.user !== null && !isSame) {
      lapseFor(user)
      return
    }
    sessionStore.set({
      ...before,
      phase: 'in',
      user,
      generation: isSame ? before.generation : before.generation + 1,
      mustChangePasswordOf: answer?.forceEditPwdFlag === 'Y' ? user.account : null,
    })
  } catch (thrown) {
    expireSessionOnce()
    // A session that another window has begun remains there.
    const isEnded = thrown instanceof ApiError && thrown.status === 401
    if (!isEnded && before.user === null) revokeInBackground('user not loaded')
    forgetSession()
    sessionStore.set((state) => ({ ...state, phase: before.phase === 'lapsed' ? 'lapsed' : 'out' }))
    throw thrown
  }
}

function userOf(answer: RoleAnswer | null | undefined): SessionUser {
  if (answer == null || !Array.isArray(answer.roles)) {
    throw refused(
      'verification-failed',
      '验证失败，请重新登录。',
      'Verification failed, please login again.',
    )
  }
  if (answer.roles.length === 0) {
    throw refused('no-roles', '当前用户没有权限!', 'The current user has no permission!')
  }
  // An account named admin has the role admin (product.md section 6).
  const isAdmin = answer.account === 'admin' && !answer.roles.includes('admin')
  return {
    account: answer.account,
    accountId: answer.accountId,
    username: answer.username,
    roles: isAdmin ? [...answer.roles, 'admin'] : answer.roles,
    avatar: answer.avatar ?? '',
    introduction: answer.introduction ?? '',
    isSupplier: answer.isSupplier === true,
    checksFunctions: answer.funAuthFlag,
    functions: new Set(
      (answer.functionAuthList ?? [])
        .filter((entry) => entry.funType === 'FUN')
        .map((entry) => entry.funCode),
    ),
  }
}

function refused(code: string, zh: string, en: string): ApiError {
  return new ApiError({ status: 200, requestId: null, details: [{ code, params: {}, zh, en }] })
}

/** The token is no longer valid; the pages remain unchanged behind the sign-in page. */
export function lapse(reason: LapseReason = 'expired'): void {
  forgetSession()
  hidePages(reason)
}

/** Another user signed in in another window: the pages wait for their own user. */
export function lapseFor(other: SessionOwner): void {
  disownSession()
  hidePages({ signedInElsewhere: other.username })
}

/**
 * Another window signed out. A request of this window that the server refused before the message arrived has reported
 * the session as expired; the message states the reason better. The name of another user who came since is kept.
 */
export function endAsSignedOutElsewhere(): void {
  disownSession()
  const { lapseReason, phase } = sessionStore.get()
  if (phase === 'in' || lapseReason === 'expired') hidePages('signed-out-elsewhere')
}

function hidePages(lapseReason: LapseReason): void {
  sessionStore.set((state) => ({
    ...state,
    phase: state.user === null ? 'out' : 'lapsed',
    mustChangePasswordOf: null,
    lapseReason,
  }))
}

/**
 * Opening the sign-in page with a token clears it (product.md section 4), also on the server; the pages remain for the
 * return of the same user.
 */
export function leaveForSignIn(): void {
  revokeInBackground('sign-in page')
  lapse('signed-out-elsewhere')
  tellOtherWindows(null)
}

/** Ends the session of this window on the server, which also removes the cookie with the token. */
async function revoke(): Promise<void> {
  await api.post('/api/oauth/remove/token', {}, { isSessionCall: true })
}

/** The call names the session before the next statement forgets it. */
function revokeInBackground(where: string): void {
  if (sessionId() === null) return
  revoke().catch((thrown: unknown) => {
    // An expired token needs no clearing.
    if (!(thrown instanceof ApiError && thrown.status === 401)) recordError(thrown, where)
  })
}

/** Ends the session here and on the server, and discards all data of the user. */
export async function signOut(): Promise<void> {
  try {
    if (sessionId() !== null) await revoke()
  } finally {
    dropSession()
  }
}

/** Discards all data of the user without a request to the server. */
export function dropSession(): void {
  forgetSession()
  sessionStore.set((state) => ({
    ...state,
    phase: 'out',
    user: null,
    generation: state.generation + 1,
    mustChangePasswordOf: null,
  }))
  tellOtherWindows(null)
}

/** The password of the signed-in user expired or was reset. */
export function demandNewPassword(): void {
  sessionStore.set((state) => ({ ...state, mustChangePasswordOf: state.user?.account ?? null }))
}

/** Shows the changed name and picture of the user in the top bar. */
export function showOwnProfile(profile: { username: string; avatar: string }): void {
  sessionStore.set((state) =>
    state.user === null ? state : { ...state, user: { ...state.user, ...profile } },
  )
}

/** Changes the password of an account whose current one is known. Throws `ApiError`. */
export async function changePassword(account: string, old: string, wanted: string): Promise<void> {
  const [psw, newPsw, newPswConfirm] = await encryptPasswords([old, wanted, wanted])
  await api.post(
    '/api/user/uouseraccount/editPswByAccount',
    { account, psw, newPsw, newPswConfirm, encrypted: true },
    { isSessionCall: true },
  )
}
