import { api } from '../../kit/api/client.ts'
import { adoptSession, forgetSession, sessionId } from '../../kit/api/session-id.ts'
import { recordError } from '../../kit/feedback/error-log.ts'
import { createStore } from '../../kit/state/store.ts'
import { dropSession, signIn } from '../session/session.ts'
import { settingsStore } from './settings.ts'

/** Whether the window is locked and waits for the password; the pages remain mounted behind it. */
export const lockStore = createStore(false)

/** All windows of the browser share the time of the last input, and the lock. */
const activeName = 'lastActive'
const lockName = 'locked'

const noteEveryMs = 5000
const lookEveryMs = 10_000

/** Whether there was no input for the configured time; 0 minutes disables the lock. */
export function isIdle(lastActive: number, now: number, minutes: number): boolean {
  return minutes > 0 && now - lastActive >= minutes * 60_000
}

/** Locks all windows. The token is revoked, so that it cannot be used meanwhile. */
export function lock(account: string): void {
  if (lockStore.get()) return
  localStorage.setItem(lockName, account)
  takeUpLock()
}

function takeUpLock(): void {
  if (sessionId() !== null) {
    // The call names the session before the next line forgets it.
    api
      .post('/api/oauth/remove/token', {}, { isSessionCall: true, isQuiet: true })
      .catch((thrown: unknown) => recordError(thrown, 'lock'))
    forgetSession()
  }
  lockStore.set(true)
}

/** Unlocks with the password. False if it must be changed first. Throws `ApiError`. */
export async function unlock(account: string, password: string): Promise<boolean> {
  const isReady = await signIn(account, password)
  if (isReady) release()
  return isReady
}

function release(): void {
  noteActive()
  localStorage.removeItem(lockName)
  lockStore.set(false)
}

/** Signs out from the locked window; the sign-in page follows. */
export function leaveLocked(): void {
  release()
  dropSession()
}

let notedAt = 0

function noteActive(): void {
  notedAt = Date.now()
  localStorage.setItem(activeName, String(notedAt))
}

/** Observes input and locks after too long a pause. Returns the function that stops it. */
export function watchIdle(account: string): () => void {
  const onAct = (): void => {
    if (!lockStore.get() && Date.now() - notedAt > noteEveryMs) noteActive()
  }
  const look = (): void => {
    const last = Number(localStorage.getItem(activeName) ?? Date.now())
    if (isIdle(last, Date.now(), settingsStore.get().idleMinutes)) lock(account)
  }
  const onStorage = (event: StorageEvent): void => {
    if (event.key !== lockName) return
    if (event.newValue === account) takeUpLock()
    else if (event.newValue === null && adoptSession() !== null) lockStore.set(false)
  }
  const acts = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const
  noteActive()
  lockStore.set(false)
  localStorage.removeItem(lockName)
  for (const act of acts) window.addEventListener(act, onAct, { capture: true, passive: true })
  window.addEventListener('storage', onStorage)
  // After sleep, the time is checked as soon as the window becomes visible.
  document.addEventListener('visibilitychange', look)
  const timer = setInterval(look, lookEveryMs)
  return () => {
    for (const act of acts) window.removeEventListener(act, onAct, { capture: true })
    window.removeEventListener('storage', onStorage)
    document.removeEventListener('visibilitychange', look)
    clearInterval(timer)
  }
}
