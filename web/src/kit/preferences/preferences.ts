import { useCallback, useSyncExternalStore } from 'react'
import { ApiError } from '../api/api-error.ts'
import { api } from '../api/client.ts'
import { sessionToken } from '../api/session-token.ts'
import { toast } from '../feedback/toast.ts'
import { PreferenceBook } from './preference-book.ts'
import type { LocalCopy, Preference } from './preference-book.ts'

/** A person moves three columns in a row; the server is told once. */
const settleMs = 1500
/** Between two attempts without a connection; coming back online tries at once. */
const retryMs = 30_000
/** So long a new browser waits for the person's own before it shows what the product has. */
const patienceMs = 2500

const browserCopy: LocalCopy = {
  keys: () => Object.keys(localStorage),
  get: (key) => localStorage.getItem(key),
  set: (key, text) => localStorage.setItem(key, text),
  remove: (key) => localStorage.removeItem(key),
}

let book: PreferenceBook | null = null
let timer: ReturnType<typeof setTimeout> | undefined
let isSending = false

function later(delayMs: number): void {
  clearTimeout(timer)
  timer = setTimeout(() => void sendWaiting(), delayMs)
}

/**
 * Opens what the person keeps: from this browser at once, from the server as it answers. Resolves
 * when the tables may be built: at once when this browser knows the person, else after the
 * server's answer, or without it after a moment. Call it at each sign-in.
 */
export async function openPreferences(account: string): Promise<void> {
  if (book?.owner === account) {
    // A session that lapsed and came back: the tables stay, what changed elsewhere comes in.
    void loadServed(book)
    return
  }
  const opened = new PreferenceBook({
    owner: account,
    copy: browserCopy,
    now: () => new Date(),
    onWaiting: () => later(settleMs),
  })
  const isNew = opened.isEmpty
  book = opened
  const answered = loadServed(opened)
  if (isNew) await Promise.race([answered, new Promise((end) => setTimeout(end, patienceMs))])
}

async function loadServed(opened: PreferenceBook): Promise<void> {
  try {
    const served = await api.get<Preference[]>('/api/preferences', { isQuiet: true })
    if (book !== opened) return
    opened.take(served)
    if (opened.waiting().length > 0) later(0)
  } catch (error) {
    // The session's end is told by the client; without a connection the copy serves.
    if (book === opened && error instanceof ApiError && error.isTransient) later(retryMs)
  }
}

async function sendWaiting(): Promise<void> {
  const sending = book
  const changes = sending?.waiting() ?? []
  // Nobody is signed in: it waits for the next time.
  if (sending === null || isSending || changes.length === 0 || sessionToken() === null) return
  isSending = true
  try {
    const served = await api.put<Preference[]>('/api/preferences', { changes }, { isQuiet: true })
    sending.take(served)
    if (sending === book && sending.waiting().length > 0) later(0)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const isRefused = error.status >= 400 && error.status < 500 && error.status !== 401
    if (isRefused) {
      sending.giveUp(changes)
      toast.error(error)
    } else if (error.status !== 401) later(retryMs)
  } finally {
    isSending = false
  }
}

/** Follows the connection, the other windows and the end of the page; called once at the start. */
export function watchPreferences(): () => void {
  const sendNow = (): void => void sendWaiting()
  const onHide = (): void => {
    if (document.visibilityState === 'hidden') sendNow()
  }
  const onStorage = ({ key }: StorageEvent): void => {
    if (key !== null) book?.takeFromCopy(key)
  }
  window.addEventListener('online', sendNow)
  document.addEventListener('visibilitychange', onHide)
  window.addEventListener('storage', onStorage)
  return () => {
    window.removeEventListener('online', sendNow)
    document.removeEventListener('visibilitychange', onHide)
    window.removeEventListener('storage', onStorage)
  }
}

/** What the person keeps under a key, or null. The caller checks its shape: it came from outside. */
export function readPreference(key: string): unknown {
  return book?.read(key) ?? null
}

/** Keeps a value, here at once and on the server soon after; null forgets it. */
export function writePreference(key: string, value: unknown): void {
  book?.write(key, value)
}

/** Tells of every change of a key, also those from elsewhere. */
export function onPreference(key: string, listener: () => void): () => void {
  return book?.subscribe(key, listener) ?? (() => undefined)
}

/** The value under a key; renders again when it changes here, in another window or elsewhere. */
export function usePreference(key: string): unknown {
  const subscribe = useCallback((listener: () => void) => onPreference(key, listener), [key])
  return useSyncExternalStore(subscribe, () => readPreference(key))
}
