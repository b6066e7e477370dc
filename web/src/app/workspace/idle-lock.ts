import { api } from '../../kit/api/client.ts'
import { adoptSessionToken, forgetSessionToken, sessionToken } from '../../kit/api/session-token.ts'
import { recordError } from '../../kit/feedback/error-log.ts'
import { createStore } from '../../kit/store.ts'
import { dropSession, signIn } from '../session/session.ts'
import { settingsStore } from './settings.ts'

/** Whether the window waits for the person's password; the pages stay as they are behind it. */
export const lockStore = createStore(false)

/** All windows of the browser share the moment of the last key or pointer, and the lock. */
const activeName = 'lastActive'
const lockName = 'locked'

const noteEveryMs = 5000
const lookEveryMs = 10_000

/** Whether nothing was done for as long as the person allows; 0 minutes is for ever. */
export function isIdle(lastActive: number, now: number, minutes: number): boolean {
  return minutes > 0 && now - lastActive >= minutes * 60_000
}

/** Locks all windows. The token is given back, so that nobody can go on with it meanwhile. */
export function lock(account: string): void {
  if (lockStore.get()) return
  localStorage.setItem(lockName, account)
  takeUpLock()
}

function takeUpLock(): void {
  const token = sessionToken()
  if (token !== null) {
    // The call takes the token along before the next line forgets it.
    api
      .post('/api/oauth/remove/token', {}, { query: { token }, isSessionCall: true, isQuiet: true })
      .catch((thrown: unknown) => recordError(thrown, 'lock'))
    forgetSessionToken()
  }
  lockStore.set(true)
}

/** Goes on with the password. False when it must be changed first. Throws `ApiError`. */
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

/** Leaves everything of the person; the sign-in page is next. */
export function leaveLocked(): void {
  release()
  dropSession()
}

let notedAt = 0

function noteActive(): void {
  notedAt = Date.now()
  localStorage.setItem(activeName, String(notedAt))
}

/** Follows what the person does and locks when it is nothing for too long. Returns the end. */
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
    else if (event.newValue === null && adoptSessionToken() !== null) lockStore.set(false)
  }
  const acts = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const
  noteActive()
  lockStore.set(false)
  localStorage.removeItem(lockName)
  for (const act of acts) window.addEventListener(act, onAct, { capture: true, passive: true })
  window.addEventListener('storage', onStorage)
  // A machine that slept finds out as soon as it is looked at.
  document.addEventListener('visibilitychange', look)
  const timer = setInterval(look, lookEveryMs)
  return () => {
    for (const act of acts) window.removeEventListener(act, onAct, { capture: true })
    window.removeEventListener('storage', onStorage)
    document.removeEventListener('visibilitychange', look)
    clearInterval(timer)
  }
}
