import { createContext, useContext, useEffect, useId, useRef } from 'react'
import type { Label } from '@kufang/contract/document/declare/label.ts'

/** What can be done with work that leaving the page would take away; without `keep` it can only be discarded. */
export interface UnsavedWork {
  /** Saves it; false when it could not be saved, which the page itself tells. */
  keep?: () => Promise<boolean>
  /** Forgets what is kept of it elsewhere, such as a draft in this browser. */
  discard?: () => void
}

/** What a page may know of the tab it lives in. */
export interface TabHandle {
  /** The page's path; one tab per path. */
  key: string
  /**
   * Whether it is the tab in front at this very moment. Polling, ticking, keys and scanner need not
   * ask: effects end while another tab is in front and run again on return.
   */
  isShownNow: () => boolean
  /** Aborted when the tab is closed, not when it is merely hidden. */
  signal: AbortSignal
  /** Element that dialogs, drawers and popups of this tab live in. */
  host: () => HTMLElement
  setTitle: (title: Label | string) => void
  /** Work of one part of the page, under a name of its own; null when there is none any more. */
  setUnsaved: (part: string, work: (() => UnsavedWork) | null) => void
  /** Closes this tab; asks first when there is unsaved work. */
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

/** Gives the tab its title, such as a document's number; null leaves it. */
export function useTabTitle(title: Label | string | null): void {
  const { setTitle } = useTab()
  useEffect(() => {
    if (title !== null) setTitle(title)
  }, [setTitle, title])
}

const onlyDiscarded: UnsavedWork = {}

/** Says that this tab holds work that closing, logging out or reloading would lose, until its part of the page is gone. */
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
      // Effects also end when the page is put to sleep; its work stays.
      if (isShownNow()) setUnsaved(part, null)
    },
    [setUnsaved, isShownNow, part],
  )
}
