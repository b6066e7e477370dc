import { readCookie, removeCookie, writeCookie } from '../cookie.ts'

/** Cookie names of product.md section 9, and our own. */
const tokenCookie = 'Admin-Token'
const expiredCookie = 'cookie-expired'
const silenceCookie = 'session-loss-told'

/**
 * The token of this window. The cookie is shared by all windows: without this copy, a second user signing in in another
 * window would act on the pages of the first.
 */
let own: string | null | undefined

export function sessionToken(): string | null {
  if (own === undefined) own = readCookie(tokenCookie)
  return own
}

/** Stores the token for all windows. Returns false if the browser rejects the cookie. */
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

/** Adopts the token another window has stored, or none; see `watchOtherWindows`. */
export function adoptSessionToken(): string | null {
  own = readCookie(tokenCookie)
  return own
}

/** This window continues without a token; the cookie belongs to another user and is kept. */
export function disownSessionToken(): void {
  own = null
}

/**
 * Records that the session failed (product.md section 4). Returns true only the first time until the next sign-in,
 * across all windows.
 */
export function expireSessionOnce(): boolean {
  if (readCookie(expiredCookie) !== null) return false
  writeCookie(expiredCookie, '1')
  return true
}

export type SessionLoss = 'expired' | 'unreachable' | 'password-due'

/** `isFirst`: no message was shown in any window within the last 5 s. */
type Listener = (loss: SessionLoss, isFirst: boolean) => void
let listener: Listener | null = null

/** How long one message counts for all windows (product.md section 9). */
const silenceSeconds = 5

/** Registers the application's reaction to a lost session. */
export function onSessionLost(react: Listener): () => void {
  listener = react
  return () => {
    if (listener === react) listener = null
  }
}

/**
 * 401 and 502 lead to the sign-in page; when many requests in many windows fail at once, only one message is shown.
 * Requests with a former token are ignored.
 */
export function reportSessionLost(loss: SessionLoss, token: string | null): void {
  if (token === null || token !== sessionToken()) return
  const isFirst = readCookie(silenceCookie) === null
  if (isFirst) writeCookie(silenceCookie, '1', silenceSeconds)
  listener?.(loss, isFirst)
}
