import type { Label } from '@kufang/contract/document/declare/label.ts'
import { ApiError, describeError, isAborted } from '../api/api-error.ts'
import { createStore } from '../state/store.ts'
import { label } from '../text/language.ts'

export interface Toast {
  id: number
  kind: 'success' | 'info' | 'warning' | 'error'
  text: string
  /** A link to the created document: number and path. */
  link: { text: string; path: string } | null
  requestId: string | null
  /** The server did not answer: the message is closed when it answers again. */
  isTransient: boolean
  /** The next step, on a line of its own. */
  detail: string | null
}

/**
 * Display time of a toast; hovering keeps it (product.md section 9). An error or a warning is not gone then: it stays
 * as a quiet line, to be read and copied, until it is closed, another message replaces it, or its cause is gone.
 */
export const toastMs = 3000

/** The current toast, or null: a new one replaces the old. */
export const toastStore = createStore<Toast | null>(null)

let count = 0

function show(toast: Omit<Toast, 'id' | 'detail' | 'isTransient'>, isTransient = false): number {
  count += 1
  toastStore.set({ ...toast, isTransient, detail: null, id: count })
  return count
}

/** Shows messages without a place on the page. */
export const toast = {
  success: (text: Label | string, link: Toast['link'] = null): number =>
    show({ kind: 'success', text: label(text), link, requestId: null }),
  info: (text: Label | string): number =>
    show({ kind: 'info', text: label(text), link: null, requestId: null }),
  warning: (text: Label | string): number =>
    show({ kind: 'warning', text: label(text), link: null, requestId: null }),
  /** Shows any thrown value; requests aborted by closing a tab show nothing. */
  error: (thrown: unknown): void => {
    if (isAborted(thrown)) return
    console.error(thrown)
    const isTransient = thrown instanceof ApiError && thrown.isTransient
    show({ kind: 'error', link: null, ...describeError(thrown) }, isTransient)
  },
  /** Adds a detail to a toast that is still shown. */
  addDetail: (id: number, detail: string): void => {
    const shown = toastStore.get()
    if (shown?.id === id) toastStore.set({ ...shown, detail })
  },
  close: (): void => toastStore.set(null),
  /** The server answers again. */
  closeTransient: (): void => {
    if (toastStore.get()?.isTransient === true) toastStore.set(null)
  },
}
