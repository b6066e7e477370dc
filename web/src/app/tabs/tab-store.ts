import type { Label } from '@kufang/contract/document/declare/label.ts'
import { createStore } from '../../kit/store.ts'
import type { TabHandle, UnsavedWork } from '../../kit/tab/tab-context.ts'
import { currentLocation, navigate } from '../location/hash-location.ts'
import { lockStore } from '../workspace/idle-lock.ts'
import { noTabs, setDirty, setTitle } from './tab-state.ts'
import type { Tab, TabsState } from './tab-state.ts'

/** The open tabs; their one place. */
export const tabStore = createStore<TabsState>(noTabs)

export type CloseTab = (path: string) => void
let closeTab: CloseTab = (path) => navigate(path)

/** The strip says how a page closes its own tab, asking about unsaved work. */
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

/** Names one life of a page: a refreshed one is another. */
export function lifeOf(tab: Pick<Tab, 'path' | 'generation'>): string {
  return `${tab.path} ${tab.generation}`
}

/** Ids that tie a tab of the strip to its page, for readers. */
export const tabId = (path: string): string => `tab-${encodeURIComponent(path)}`
export const panelId = (path: string): string => `page-${encodeURIComponent(path)}`

function livePage(life: string): LivePage {
  const known = livePages.get(life)
  if (known !== undefined) return known
  const made = { abort: new AbortController(), host: null, unsaved: new Map() }
  livePages.set(life, made)
  return made
}

/** Ends the pages that are not among these: their requests and their tables. */
export function endPagesExcept(lives: ReadonlySet<string>): void {
  for (const [life, page] of livePages) {
    if (lives.has(life)) continue
    livePages.delete(life)
    page.abort.abort()
  }
}

export function setHost(life: string, host: HTMLElement | null): void {
  // A hidden page gives its element back for the time being; it is still the same one.
  if (host !== null) livePage(life).host = host
}

/** What a page gets to know of its tab; stable for one life. */
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

/** The unsaved work of a tab, part by part; none for a page that was not opened yet. */
export function unsavedWorkOf(tab: Tab): UnsavedWork[] {
  return [...(livePages.get(lifeOf(tab))?.unsaved.values() ?? [])].map((work) => work())
}

/** Whether closing these would lose work. */
export function hasUnsavedWork(tabs: readonly Tab[]): boolean {
  return tabs.some((tab) => tab.isDirty)
}

/** Another person, or nobody: no page of the old one stays. */
export function resetTabs(state: TabsState = noTabs): void {
  endPagesExcept(new Set())
  tabStore.set(state)
}
