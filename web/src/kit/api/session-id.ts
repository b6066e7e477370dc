import { sessionCookie } from '@kufang/contract/identity/session-names.ts'
import { readCookie, removeCookie, writeCookie } from '../state/cookie.ts'

const expiredCookie = 'cookie-expired'
const silenceCookie = 'session-loss-told'

/**
 * The session of this window, by its identifier. The token itself is in a cookie that scripts cannot read. The cookies are
 * shared by all windows: without this copy, a second user signing in in another window would act on the pages of the
 * first; each request names it, and the server compares.
 */
let own: string | null | undefined

export function sessionId(): string | null {
  if (own === undefined) own = readCookie(sessionCookie)
  return own
}

/** This window works with the session that the server has just begun. Returns false if the browser keeps no cookies. */
export function keepSession(id: string): boolean {
  if (readCookie(sessionCookie) !== id) return false
  own = id
  removeCookie(expiredCookie)
  removeCookie(silenceCookie)
  return true
}

/** Without the identifier the cookie with the token is not used; signing out removes that too. */
export function forgetSession(): void {
  // The cookie may be of a newer session, of another window.
  if (own === readCookie(sessionCookie)) removeCookie(sessionCookie)
  own = null
}

/** Adopts the session another window has begun, or none; see `watchOtherWindows`. */
export function adoptSession(): string | null {
  own = readCookie(sessionCookie)
  return own
}

/** This window continues without a session; the cookie belongs to another user and is kept. */
export function disownSession(): void {
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

/** The user the session of this browser belongs to. */
export interface SessionOwner {
  account: string
  username: string
}

/** A session that failed, or the other user who has signed in in this browser since. */
export type SessionLoss = 'expired' | 'unreachable' | 'password-due' | SessionOwner

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
 * Requests of a former session are ignored.
 */
export function reportSessionLost(loss: SessionLoss, session: string | null): void {
  if (session === null || session !== sessionId()) return
  const isFirst = readCookie(silenceCookie) === null
  if (isFirst) writeCookie(silenceCookie, '1', silenceSeconds)
  listener?.(loss, isFirst)
}
