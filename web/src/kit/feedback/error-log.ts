import { createStore } from '../state/store.ts'

export interface LoggedError {
  message: string
  info: string
  url: string
  stack: string
  at: Date
}

const kept = 200

/** Uncaught errors of this page, newest first; shown by the shell on internal hosts. */
export const errorLogStore = createStore<readonly LoggedError[]>([])

/** Records an uncaught error; nothing is shown to the user (product.md section 8). */
export function recordError(thrown: unknown, info: string): void {
  console.error(thrown, info)
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  const entry = {
    message: error.message,
    info,
    url: location.href,
    stack: error.stack ?? '',
    at: new Date(),
  }
  errorLogStore.set((known) => [entry, ...known].slice(0, kept))
}

/** Records errors that no component handles. */
export function watchUncaughtErrors(): void {
  window.addEventListener('error', (event) => recordError(event.error ?? event.message, 'window'))
  window.addEventListener('unhandledrejection', (event) => {
    if (!(event.reason instanceof DOMException && event.reason.name === 'AbortError')) {
      recordError(event.reason, 'promise')
    }
  })
}
