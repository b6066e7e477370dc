import { ApiError } from '../../kit/api/api-error.ts'
import type { SessionLoss, SessionOwner } from '../../kit/api/session-id.ts'
import { adoptSession, sessionId } from '../../kit/api/session-id.ts'
import { toast } from '../../kit/feedback/toast.ts'
import { currentLocation, replaceLocation, targetText } from '../../kit/location/hash-location.ts'
import { applicationOf, deployment } from './deployment.ts'
import {
  demandNewPassword,
  endAsSignedOutElsewhere,
  lapse,
  lapseFor,
  leaveForSignIn,
  loadUser,
  sessionStore,
  signOut,
} from './session.ts'

/** Pages that require no sign-in (product.md section 2). */
const openPaths: ReadonlySet<string> = new Set([
  '/login',
  '/auth-redirect',
  '/welcome',
  '/noAccess',
  '/error',
])

export function isOpenPath(pathname: string): boolean {
  return openPaths.has(pathname)
}

/** The page for choosing an application; rendered without the layout, but only for signed-in users. */
export const unifiedHomePath = '/unifiedIndex'

/** URL of the sign-in page that returns to `target` afterwards. */
export function signInAddress(target: string, now = Date.now()): string {
  const query = new URLSearchParams()
  if (target !== '' && target !== '/') query.set('redirect', target)
  query.set('time', String(now))
  return `/login?${query}`
}

/** Navigates to the sign-in page, which returns to the current location afterwards. */
function askToSignIn(): void {
  const here = currentLocation()
  if (!isOpenPath(here.pathname)) replaceLocation(signInAddress(targetText(here)))
}

/** The target from ?redirect=…; only a path inside the product. */
export function redirectTarget(search: string): string {
  const wanted = new URLSearchParams(search).get('redirect') ?? ''
  const isInside = wanted.startsWith('/') && !wanted.startsWith('//')
  const path = wanted.split(/[?#]/)[0] ?? ''
  return isInside && !isOpenPath(path) ? wanted : '/index'
}

/** Ends the session. The sign-in page does not return here, because another user may be next. */
export async function leave(): Promise<void> {
  try {
    await signOut()
  } finally {
    replaceLocation(signInAddress(''))
  }
}

const lossTexts = {
  expired: { zh: '登录已过期，请重新登录', en: 'Login expired, please log in again' },
  unreachable: {
    zh: '站点响应失败，请稍后重试',
    en: 'The site failed to respond, please try again later',
  },
  'password-due': {
    zh: '请先修改密码后再使用系统',
    en: 'Please change your password before using the system',
  },
} as const

/** Handles 401, 502, or an expired password (product.md section 8); the message is shown once for all windows. */
export function reactToLoss(loss: SessionLoss, isFirst: boolean): void {
  if (typeof loss === 'object') {
    // Another window did not tell in time, for example because it was closed.
    reactToOtherWindow(loss)
    return
  }
  if (isFirst) toast.warning(lossTexts[loss])
  if (loss === 'password-due') demandNewPassword()
  else lapse()
  askToSignIn()
}

/**
 * Another window signed in or out. A new session of the same user is adopted here; for another user the pages remain
 * hidden behind the sign-in page, which shows who signed in.
 */
export function reactToOtherWindow(owner: SessionOwner | null): void {
  const { phase, user } = sessionStore.get()
  if (phase === 'out' || phase === 'loading') return
  if (owner !== null && user !== null && owner.account !== user.account) {
    lapseFor(owner)
    askToSignIn()
    return
  }
  const before = sessionId()
  const now = adoptSession()
  if (owner === null && (now === before || now === null)) {
    // Not decided by the cookie alone: its removal may reach this window after the message.
    endAsSignedOutElsewhere()
    askToSignIn()
    return
  }
  if (now === before) return
  if (now === null) {
    lapse('signed-out-elsewhere')
    askToSignIn()
    return
  }
  takeUpSession()
}

/** Adopts the session another window began if it belongs to the same user. */
function takeUpSession(): void {
  loadUser({ isAdopted: true }).then(() => {
    const { pathname, search } = currentLocation()
    if (sessionStore.get().phase === 'lapsed') askToSignIn()
    else if (pathname === '/login') replaceLocation(redirectTarget(search))
  }, refuseEntry)
}

/**
 * The user cannot be admitted: an expired session leads to the sign-in page and back, any other error is shown and
 * leads to the start (product.md section 8).
 */
function refuseEntry(thrown: unknown): void {
  toast.error(thrown)
  if (thrown instanceof ApiError && thrown.status === 401) askToSignIn()
  else replaceLocation('/')
}

/** Opening the sign-in page with a token clears it, unless a password has to be changed there. */
export function arriveAtSignIn(): void {
  const { mustChangePasswordOf } = sessionStore.get()
  if (mustChangePasswordOf === null && sessionId() !== null) leaveForSignIn()
  const { pathname, search } = currentLocation()
  const query = new URLSearchParams(search)
  // The sign-in page always has its time parameter, also if a link omits it.
  if (pathname === '/login' && !query.has('time')) {
    replaceLocation(signInAddress(query.get('redirect') ?? ''))
  }
}

/** Admits the user or redirects; called for each location that requires sign-in. */
export function guard(): void {
  const { phase, mustChangePasswordOf } = sessionStore.get()
  if (phase === 'loading') return
  if (phase === 'in') {
    if (mustChangePasswordOf === null) requireApplication().catch(toast.error)
    else askToSignIn()
    return
  }
  // The user may have signed in in another window meanwhile.
  if (adoptSession() === null) askToSignIn()
  else {
    applicationOf(currentLocation().search)
    takeUpSession()
  }
}

/** If an application is required, the user chooses one first (product.md section 2). */
async function requireApplication(): Promise<void> {
  const { needsApplication } = await deployment()
  const here = currentLocation()
  const isMissing = needsApplication && (applicationOf(here.search) ?? '') === ''
  if (!isMissing || here.pathname === unifiedHomePath || isOpenPath(here.pathname)) return
  const query = new URLSearchParams({ redirect: targetText(here) })
  replaceLocation(`${unifiedHomePath}?${query}`)
}
