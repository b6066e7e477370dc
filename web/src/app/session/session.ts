import { ApiError } from '../../kit/api/api-error.ts'
import { api } from '../../kit/api/client.ts'
import { encryptPasswords } from '../../kit/api/encrypt-password.ts'
import { ownFailure } from '../../kit/api/failure.ts'
import {
  disownSessionToken,
  expireSessionOnce,
  forgetSessionToken,
  keepSessionToken,
  sessionToken,
} from '../../kit/api/session-token.ts'
import { removeCookie } from '../../kit/cookie.ts'
import { recordError } from '../../kit/feedback/error-log.ts'
import { createStore } from '../../kit/store.ts'
import { askForRoles } from './deployment.ts'
import type { RoleAnswer } from './deployment.ts'
import { tellOtherWindows } from './other-windows.ts'
import type { SessionOwner } from './other-windows.ts'

/** Tenants are a matter of the given systems; this product has one. */
const tenantId = ''

/** Who is signed in and what they may do. */
export interface SessionUser {
  account: string
  /** The user's id, as the given calls name it. */
  accountId: string
  username: string
  roles: readonly string[]
  avatar: string
  introduction: string
  /** Buttons need a function code as well, when on. */
  checksFunctions: boolean
  functions: ReadonlySet<string>
}

/** Why a session lapsed: its time was up, another window signed out, or another person signed in there. */
export type LapseReason = 'expired' | 'signed-out-elsewhere' | { signedInElsewhere: string }

export interface SessionState {
  /** out: nobody · loading: a token, but not yet who it is · in · lapsed: the token is gone, the pages stay. */
  phase: 'out' | 'loading' | 'in' | 'lapsed'
  user: SessionUser | null
  /** Each person's pages are made anew; the same person coming back finds theirs. */
  generation: number
  /** Signing in worked, but the password must be changed before anything else. */
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

/** The person signed in; only for parts that exist after signing in. */
export function currentUser(): SessionUser {
  const { user } = sessionStore.get()
  if (user === null) throw new Error('nobody is signed in')
  return user
}

interface TokenAnswer {
  access_token: string
  forceEditPwdFlag?: 'Y' | 'N'
}

/**
 * Signs in and loads what the person may do. False when the password has to be changed first;
 * `mustChangePasswordOf` then says whose. Throws `ApiError`.
 */
export async function signIn(account: string, password: string): Promise<boolean> {
  const username = account.trim()
  const [encrypted = ''] = await encryptPasswords([password])
  const answer = await api.post<TokenAnswer>('/api/oauth/token', undefined, {
    query: { username, password: encrypted, encrypted: true, grant_type: 'password', tenantId },
    isSessionCall: true,
  })
  return begin(answer, username)
}

/** Goes on from the identity provider, with the one-time code it led back with. Throws `ApiError`. */
export async function signInByCode(code: string): Promise<boolean> {
  const answer = await api.get<TokenAnswer>('/api/oauth/getTokenBySamlUser', {
    query: { code },
    isSessionCall: true,
  })
  return begin(answer, '')
}

async function begin(answer: TokenAnswer, username: string): Promise<boolean> {
  const token = answer.access_token
  if (!keepSessionToken(token)) {
    // The list of tabs is the one cookie of ours that may be large, and can be spared.
    removeCookie('menuLish')
    if (!keepSessionToken(token)) throw ownFailure('cookies-refused', 0)
  }
  if (answer.forceEditPwdFlag === 'Y') {
    sessionStore.set((state) => ({ ...state, mustChangePasswordOf: username }))
    return false
  }
  await loadUser({ isAdopted: false })
  const { user } = sessionStore.get()
  // The server has noted it already; the call is the given systems' own way (product.md section 7).
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
 * Asks the server who the token belongs to. Throws `ApiError`; the token is then forgotten. One that
 * another window has got (`isAdopted`) for another person leaves this window's pages to their own.
 */
export async function loadUser({ isAdopted }: { isAdopted: boolean }): Promise<void> {
  const before = sessionStore.get()
  if (before.phase === 'out') sessionStore.set({ ...before, phase: 'loading' })
  try {
    const answer = await askForRoles()
    const user = userOf(answer)
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
    forgetSessionToken()
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
  // An account named admin holds the role admin (product.md section 6).
  const isAdmin = answer.account === 'admin' && !answer.roles.includes('admin')
  return {
    account: answer.account,
    accountId: answer.accountId,
    username: answer.username,
    roles: isAdmin ? [...answer.roles, 'admin'] : answer.roles,
    avatar: answer.avatar ?? '',
    introduction: answer.introduction ?? '',
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

/** The token does not count any more; the pages stay as they are behind the sign-in page. */
export function lapse(reason: LapseReason = 'expired'): void {
  forgetSessionToken()
  hidePages(reason)
}

/** Another person has signed in in another window: the pages wait here for whose they are. */
export function lapseFor(other: SessionOwner): void {
  disownSessionToken()
  hidePages({ signedInElsewhere: other.username })
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
 * Visiting the sign-in page with a token clears it (product.md section 4). On the server too, so
 * that nobody finds it; the pages stay for the same person's return.
 */
export function leaveForSignIn(): void {
  const token = sessionToken()
  if (token !== null) {
    revoke(token).catch((thrown: unknown) => {
      // A token that had run out already is what was wanted.
      if (!(thrown instanceof ApiError && thrown.status === 401))
        recordError(thrown, 'sign-in page')
    })
  }
  lapse('signed-out-elsewhere')
  tellOtherWindows(null)
}

async function revoke(token: string): Promise<void> {
  await api.post('/api/oauth/remove/token', {}, { query: { token }, isSessionCall: true })
}

/** Ends the session here and on the server, and forgets everything of the person. */
export async function signOut(): Promise<void> {
  const token = sessionToken()
  try {
    if (token !== null) await revoke(token)
  } finally {
    dropSession()
  }
}

/** Forgets everything of the person without asking the server. */
export function dropSession(): void {
  forgetSessionToken()
  sessionStore.set((state) => ({
    ...state,
    phase: 'out',
    user: null,
    generation: state.generation + 1,
    mustChangePasswordOf: null,
  }))
  tellOtherWindows(null)
}

/** The password ran out, or was reset, under the hands of who is signed in. */
export function demandNewPassword(): void {
  sessionStore.set((state) => ({ ...state, mustChangePasswordOf: state.user?.account ?? null }))
}

/** What the person changed of their own name and picture, for the top bar. */
export function showOwnProfile(profile: { username: string; avatar: string }): void {
  sessionStore.set((state) =>
    state.user === null ? state : { ...state, user: { ...state.user, ...profile } },
  )
}

/** Changes the password of an account whose old one is known. Throws `ApiError`. */
export async function changePassword(account: string, old: string, wanted: string): Promise<void> {
  const [psw, newPsw, newPswConfirm] = await encryptPasswords([old, wanted, wanted])
  await api.post(
    '/api/user/uouseraccount/editPswByAccount',
    { account, psw, newPsw, newPswConfirm, encrypted: true },
    { isSessionCall: true },
  )
}
