import { useCallback, useSyncExternalStore } from 'react'
import { ApiError } from '../api/api-error.ts'
import { api } from '../api/client.ts'
import { sessionId } from '../api/session-id.ts'
import { toast } from '../feedback/toast.ts'
import { PreferenceBook } from './preference-book.ts'
import type { LocalCopy, Preference } from './preference-book.ts'

/** Changes are collected and sent once. */
const settleMs = 1500
/** Interval between attempts without a connection; going online retries immediately. */
const retryMs = 30_000
/** How long a new browser waits for the user's preferences before it shows the defaults. */
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
 * Opens the user's preferences: from this browser immediately, from the server when it answers. Resolves when tables
 * can be built: immediately if this browser has a copy, else after the server's answer or this time-out. Call it at
 * each sign-in.
 */
export async function openPreferences(account: string): Promise<void> {
  if (book?.owner === account) {
    // The session was renewed: tables stay, and changes from other devices are merged.
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
    // The API client reports the end of the session; offline the local copy is used.
    if (book === opened && error instanceof ApiError && error.isTransient) later(retryMs)
  }
}

async function sendWaiting(): Promise<void> {
  const sending = book
  const changes = sending?.waiting() ?? []
  // Without a session, changes wait for the next sign-in.
  if (sending === null || isSending || changes.length === 0 || sessionId() === null) return
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

/** Reacts to the connection, other windows and the end of the page; called once at startup. */
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

/** The preference of a key, or null. The caller must validate it, because it comes from outside. */
export function readPreference(key: string): unknown {
  return book?.read(key) ?? null
}

/** Saves a value here immediately and on the server shortly after; null deletes it. */
export function writePreference(key: string, value: unknown): void {
  book?.write(key, value)
}

/** Subscribes to changes of a key, including those from other windows and devices. */
export function onPreference(key: string, listener: () => void): () => void {
  return book?.subscribe(key, listener) ?? (() => undefined)
}

/** The value of a key; re-renders when it changes. */
export function usePreference(key: string): unknown {
  const subscribe = useCallback((listener: () => void) => onPreference(key, listener), [key])
  return useSyncExternalStore(subscribe, () => readPreference(key))
}
