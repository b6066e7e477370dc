import { readCookie, removeCookie, writeCookie } from '../cookie.ts'

/** The names of product.md section 9, and ours beside them. */
const tokenCookie = 'Admin-Token'
const expiredCookie = 'cookie-expired'
const silenceCookie = 'session-loss-told'

/**
 * The token this window works with. The cookie belongs to all windows: without a copy, a second
 * person signing in in another window would act under the first one's pages.
 */
let own: string | null | undefined

export function sessionToken(): string | null {
  if (own === undefined) own = readCookie(tokenCookie)
  return own
}

/** Keeps the token for all windows. False when the browser does not take the cookie. */
export function keepSessionToken(token: string): boolean {
  writeCookie(tokenCookie, token)
  if (readCookie(tokenCookie) !== token) return false
  own = token
  removeCookie(expiredCookie)
  removeCookie(silenceCookie)
  return true
}

export function forgetSessionToken(): void {
  own = null
  removeCookie(tokenCookie)
}

/** Works on with the token another window has got, or without one; see `watchOtherWindows`. */
export function adoptSessionToken(): string | null {
  own = readCookie(tokenCookie)
  return own
}

/** This window works without a token; the cookie is another person's and stays. */
export function disownSessionToken(): void {
  own = null
}

/**
 * Notes that the session failed (product.md section 4). True the first time, until somebody has
 * signed in again: all windows share it.
 */
export function expireSessionOnce(): boolean {
  if (readCookie(expiredCookie) !== null) return false
  writeCookie(expiredCookie, '1')
  return true
}

export type SessionLoss = 'expired' | 'unreachable' | 'password-due'

/** `isFirst`: nobody was told within the last 5 s, in any window. */
type Listener = (loss: SessionLoss, isFirst: boolean) => void
let listener: Listener | null = null

/** How long one message stands for all windows together (product.md section 9). */
const silenceSeconds = 5

/** The application says what happens when the session is gone. */
export function onSessionLost(react: Listener): () => void {
  listener = react
  return () => {
    if (listener === react) listener = null
  }
}

/**
 * 401 and 502 lead to the sign-in page; many requests of many windows fail at once, one message
 * is enough. A request under a token that is no longer ours says nothing about today's session.
 */
export function reportSessionLost(loss: SessionLoss, token: string | null): void {
  if (token === null || token !== sessionToken()) return
  const isFirst = readCookie(silenceCookie) === null
  if (isFirst) writeCookie(silenceCookie, '1', silenceSeconds)
  listener?.(loss, isFirst)
}
