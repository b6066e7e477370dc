import type { Label } from '@kufang/contract/document/declare/label.ts'
import { createStore } from '../../kit/state/store.ts'
import type { TabHandle, UnsavedWork } from '../../kit/tab/tab-context.ts'
import { currentLocation, navigate } from '../../kit/location/hash-location.ts'
import { lockStore } from '../workspace/idle-lock.ts'
import { noTabs, setDirty, setTitle } from './tab-state.ts'
import type { Tab, TabsState } from './tab-state.ts'

/** The open tabs. */
export const tabStore = createStore<TabsState>(noTabs)

export type CloseTab = (path: string) => void
let closeTab: CloseTab = (path) => navigate(path)

/** Registers the function by which a page closes its own tab, which asks about unsaved input. */
export function onCloseRequested(react: CloseTab): void {
  closeTab = react
}

interface LivePage {
  abort: AbortController
  host: HTMLElement | null
  /** By part of the page. */
  unsaved: Map<string, () => UnsavedWork>
}

const livePages = new Map<string, LivePage>()

/** Identifies one mounted instance of a page; a refresh creates another. */
export function lifeOf(tab: Pick<Tab, 'path' | 'generation'>): string {
  return `${tab.path} ${tab.generation}`
}

/** Ids that connect a tab with its page, for screen readers. */
export const tabId = (path: string): string => `tab-${encodeURIComponent(path)}`
export const panelId = (path: string): string => `page-${encodeURIComponent(path)}`

function livePage(life: string): LivePage {
  const known = livePages.get(life)
  if (known !== undefined) return known
  const made = { abort: new AbortController(), host: null, unsaved: new Map() }
  livePages.set(life, made)
  return made
}

/** Removes the pages that are not in `lives`: cancels their requests and discards their tables. */
export function endPagesExcept(lives: ReadonlySet<string>): void {
  for (const [life, page] of livePages) {
    if (lives.has(life)) continue
    livePages.delete(life)
    page.abort.abort()
  }
}

export function setHost(life: string, host: HTMLElement | null): void {
  // A hidden page temporarily clears its ref; the element is still the same.
  if (host !== null) livePage(life).host = host
}

/** The handle through which a page accesses its tab; stable for one instance. */
export function makeHandle(path: string, life: string): TabHandle {
  return {
    key: path,
    isShownNow: () =>
      tabStore.get().activePath === path &&
      currentLocation().pathname !== '/login' &&
      !lockStore.get(),
    signal: livePage(life).abort.signal,
    host: () => livePage(life).host ?? document.body,
    setTitle: (title: Label | string) => tabStore.set((state) => setTitle(state, path, title)),
    setUnsaved: (part, work) => {
      const { unsaved } = livePage(life)
      if (work === null) unsaved.delete(part)
      else unsaved.set(part, work)
      tabStore.set((state) => setDirty(state, path, unsaved.size > 0))
    },
    close: () => closeTab(path),
  }
}

/** The unsaved input of a tab, by part; none for a page that was not opened yet. */
export function unsavedWorkOf(tab: Tab): UnsavedWork[] {
  return [...(livePages.get(lifeOf(tab))?.unsaved.values() ?? [])].map((work) => work())
}

/** Whether closing these tabs would discard unsaved input. */
export function hasUnsavedWork(tabs: readonly Tab[]): boolean {
  return tabs.some((tab) => tab.isDirty)
}

/** Another user, or none: removes all pages of the previous one. */
export function resetTabs(state: TabsState = noTabs): void {
  endPagesExcept(new Set())
  tabStore.set(state)
}
