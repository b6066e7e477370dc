import type { Label } from '@kufang/contract/document/declare/label.ts'
import { describeError, isAborted } from '../api/api-error.ts'
import { createStore } from '../store.ts'
import { label } from '../text/language.ts'

export interface Toast {
  id: number
  kind: 'success' | 'info' | 'warning' | 'error'
  text: string
  /** To the document that was made: its number and path. */
  link: { text: string; path: string } | null
  requestId: string | null
  /** What follows from it, in a line of its own. */
  detail: string | null
}

/** How long a toast stays; the pointer over it keeps it (product.md section 9). */
export const toastMs = 3000

/** The one toast on the screen, or null: a new one takes the place of the old. */
export const toastStore = createStore<Toast | null>(null)

let count = 0

function show(toast: Omit<Toast, 'id' | 'detail'>): number {
  count += 1
  toastStore.set({ ...toast, detail: null, id: count })
  return count
}

/** Messages that need no place of their own on the page. */
export const toast = {
  success: (text: Label | string, link: Toast['link'] = null): number =>
    show({ kind: 'success', text: label(text), link, requestId: null }),
  info: (text: Label | string): number =>
    show({ kind: 'info', text: label(text), link: null, requestId: null }),
  warning: (text: Label | string): number =>
    show({ kind: 'warning', text: label(text), link: null, requestId: null }),
  /** For whatever was thrown; what was cancelled by closing a tab says nothing. */
  error: (thrown: unknown): void => {
    if (isAborted(thrown)) return
    console.error(thrown)
    show({ kind: 'error', link: null, ...describeError(thrown) })
  },
  /** Says more in a toast that is still shown. */
  addDetail: (id: number, detail: string): void => {
    const shown = toastStore.get()
    if (shown?.id === id) toastStore.set({ ...shown, detail })
  },
  close: (): void => toastStore.set(null),
}
