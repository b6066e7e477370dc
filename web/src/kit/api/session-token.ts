import { readCookie, removeCookie, writeCookie } from '../cookie.ts'

const cookieName = 'Admin-Token'

export function sessionToken(): string | null {
  return readCookie(cookieName)
}

export function keepSessionToken(token: string): void {
  writeCookie(cookieName, token)
}

export function forgetSessionToken(): void {
  removeCookie(cookieName)
}

export type SessionLoss = 'expired' | 'unreachable'

type Listener = (loss: SessionLoss) => void
let listener: Listener | null = null
let silentUntil = 0

/** How long one message stands for all tabs together (product.md section 9). */
export const sessionLossSilenceMs = 5000

/** The application says what happens when the session is gone; called at most once per 5 s. */
export function onSessionLost(react: Listener): () => void {
  listener = react
  return () => {
    if (listener === react) listener = null
  }
}

/** 401 and 502 lead to the sign-in page; many requests fail at once, one message is enough. */
export function reportSessionLost(loss: SessionLoss, now = Date.now()): void {
  if (now < silentUntil) return
  silentUntil = now + sessionLossSilenceMs
  listener?.(loss)
}

/** After a new sign-in the next loss is spoken of at once. */
export function resetSessionLossSilence(): void {
  silentUntil = 0
}
