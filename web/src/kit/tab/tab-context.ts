import { createContext, useContext, useEffect } from 'react'
import type { Label } from '@kufang/contract/document/declare/label.ts'

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
  setDirty: (isDirty: boolean) => void
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
  setDirty: () => undefined,
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

/** Says that this tab holds work that closing, logging out or reloading would lose. */
export function useUnsavedWork(isDirty: boolean): void {
  const { setDirty, isShownNow } = useTab()
  useEffect(() => {
    setDirty(isDirty)
    return () => {
      // A form that is gone holds nothing any more; one whose tab is merely hidden keeps what was typed.
      if (isDirty && isShownNow()) setDirty(false)
    }
  }, [setDirty, isShownNow, isDirty])
}
