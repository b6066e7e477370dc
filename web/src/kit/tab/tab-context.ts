import { createContext, useContext, useEffect, useId, useRef } from 'react'
import type { Label } from '@kufang/contract/document/declare/label.ts'

/** How to handle unsaved work before leaving the page; without `keep` it can only be discarded. */
export interface UnsavedWork {
  /** Saves it; false if saving failed, which the page itself reports. */
  keep?: () => Promise<boolean>
  /** Deletes stored copies of it, such as a draft in this browser. */
  discard?: () => void
}

/** The interface of a tab for its page. */
export interface TabHandle {
  /** The path of the page; one tab per path. */
  key: string
  /**
   * Whether the tab is visible now. Effects need not check it: they end while the tab is hidden and run again when it
   * is shown.
   */
  isShownNow: () => boolean
  /** Aborted when the tab is closed, not when it is hidden. */
  signal: AbortSignal
  /** The container of the tab's dialogs, drawers and popups. */
  host: () => HTMLElement
  setTitle: (title: Label | string) => void
  /** Registers unsaved work of one part of the page under its own name; null removes it. */
  setUnsaved: (part: string, work: (() => UnsavedWork) | null) => void
  /** Closes this tab; asks first if there is unsaved work. */
  close: () => void
}

const outside: TabHandle = {
  key: '',
  isShownNow: () => true,
  signal: new AbortController().signal,
  host: () => document.body,
  setTitle: (title) => {
    document.title = typeof title === 'string' ? title : title.zh
  },
  setUnsaved: () => undefined,
  close: () => undefined,
}

export const TabContext = createContext<TabHandle>(outside)

/** The tab of the component. */
export function useTab(): TabHandle {
  return useContext(TabContext)
}

/** Sets the title of the tab, such as a document number; null leaves it unchanged. */
export function useTabTitle(title: Label | string | null): void {
  const { setTitle } = useTab()
  useEffect(() => {
    if (title !== null) setTitle(title)
  }, [setTitle, title])
}

const onlyDiscarded: UnsavedWork = {}

/**
 * Reports that this tab contains work that would be lost by closing, signing out or reloading, until the component is
 * unmounted.
 */
export function useUnsavedWork(isDirty: boolean, work: UnsavedWork = onlyDiscarded): void {
  const { setUnsaved, isShownNow } = useTab()
  const part = useId()
  const newest = useRef(work)
  useEffect(() => {
    newest.current = work
  })
  useEffect(
    () => setUnsaved(part, isDirty ? () => newest.current : null),
    [setUnsaved, part, isDirty],
  )
  useEffect(
    () => () => {
      // Effects also end when the page is hidden; its unsaved work remains.
      if (isShownNow()) setUnsaved(part, null)
    },
    [setUnsaved, isShownNow, part],
  )
}
