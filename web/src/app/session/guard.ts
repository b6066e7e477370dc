import { ApiError } from '../../kit/api/api-error.ts'
import type { SessionLoss } from '../../kit/api/session-token.ts'
import { adoptSessionToken, sessionToken } from '../../kit/api/session-token.ts'
import { toast } from '../../kit/feedback/toast.ts'
import { currentLocation, replaceLocation, targetText } from '../location/hash-location.ts'
import { applicationOf, deployment } from './deployment.ts'
import {
  demandNewPassword,
  lapse,
  lapseFor,
  leaveForSignIn,
  loadUser,
  sessionStore,
  signOut,
} from './session.ts'
import type { SessionOwner } from './other-windows.ts'

/** Pages that nobody has to sign in for (product.md section 2). */
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

/** The page to choose an application on; it stands without the layout, but for whom is signed in. */
export const unifiedHomePath = '/unifiedIndex'

/** Where the sign-in page is, for coming back to `target` afterwards. */
export function signInAddress(target: string, now = Date.now()): string {
  const query = new URLSearchParams()
  if (target !== '' && target !== '/') query.set('redirect', target)
  query.set('time', String(now))
  return `/login?${query}`
}

/** Leads to the sign-in page; afterwards the person is back at the same place. */
function askToSignIn(): void {
  const here = currentLocation()
  if (!isOpenPath(here.pathname)) replaceLocation(signInAddress(targetText(here)))
}

/** The place the person wanted, from ?redirect=…; only one inside the product. */
export function redirectTarget(search: string): string {
  const wanted = new URLSearchParams(search).get('redirect') ?? ''
  const isInside = wanted.startsWith('/') && !wanted.startsWith('//')
  const path = wanted.split(/[?#]/)[0] ?? ''
  return isInside && !isOpenPath(path) ? wanted : '/index'
}

/** Ends the session; the sign-in page is not to lead back, the next person may be another one. */
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

/** 401, 502, or a password that ran out (product.md section 8); said once for all windows. */
export function reactToLoss(loss: SessionLoss, isFirst: boolean): void {
  if (isFirst) toast.warning(lossTexts[loss])
  if (loss === 'password-due') demandNewPassword()
  else lapse()
  askToSignIn()
}

/**
 * Another window signed in or out. The same person's new session is taken up here too; for another
 * person the pages are not given up: they wait behind the sign-in page, which says who came.
 */
export function reactToOtherWindow(owner: SessionOwner | null): void {
  const { phase, user } = sessionStore.get()
  if (phase === 'out' || phase === 'loading') return
  if (owner !== null && user !== null && owner.account !== user.account) {
    lapseFor(owner)
    askToSignIn()
    return
  }
  const before = sessionToken()
  const now = adoptSessionToken()
  if (now === before) return
  if (now === null) {
    lapse('signed-out-elsewhere')
    askToSignIn()
    return
  }
  takeUpSession()
}

/** Goes on under the session that another window began, if it is the same person's. */
function takeUpSession(): void {
  loadUser({ isAdopted: true }).then(() => {
    const { pathname, search } = currentLocation()
    if (sessionStore.get().phase === 'lapsed') askToSignIn()
    else if (pathname === '/login') replaceLocation(redirectTarget(search))
  }, refuseEntry)
}

/**
 * Nobody can be let in: an ended session asks to sign in and comes back here, anything else is
 * told and leads to the start (product.md section 8).
 */
function refuseEntry(thrown: unknown): void {
  toast.error(thrown)
  if (thrown instanceof ApiError && thrown.status === 401) askToSignIn()
  else replaceLocation('/')
}

/** Coming to the sign-in page with a token clears it, unless a password is to be changed there. */
export function arriveAtSignIn(): void {
  const { mustChangePasswordOf } = sessionStore.get()
  if (mustChangePasswordOf === null && sessionToken() !== null) leaveForSignIn()
  const { pathname, search } = currentLocation()
  const query = new URLSearchParams(search)
  // The sign-in page always has its time, also when a link or a person left it out.
  if (pathname === '/login' && !query.has('time')) {
    replaceLocation(signInAddress(query.get('redirect') ?? ''))
  }
}

/** Lets a person in, or leads elsewhere; called for each place that is not open to everybody. */
export function guard(): void {
  const { phase, mustChangePasswordOf } = sessionStore.get()
  if (phase === 'loading') return
  if (phase === 'in') {
    if (mustChangePasswordOf === null) requireApplication().catch(toast.error)
    else askToSignIn()
    return
  }
  // Who comes to a page again may have signed in in another window meanwhile.
  if (adoptSessionToken() === null) askToSignIn()
  else {
    applicationOf(currentLocation().search)
    takeUpSession()
  }
}

/** Where an application must be named, the person chooses one first (product.md section 2). */
async function requireApplication(): Promise<void> {
  const { needsApplication } = await deployment()
  const here = currentLocation()
  const isMissing = needsApplication && (applicationOf(here.search) ?? '') === ''
  if (!isMissing || here.pathname === unifiedHomePath || isOpenPath(here.pathname)) return
  const query = new URLSearchParams({ redirect: targetText(here) })
  replaceLocation(`${unifiedHomePath}?${query}`)
}
