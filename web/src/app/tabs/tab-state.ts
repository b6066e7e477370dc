import type { Label } from '@kufang/contract/document/declare/label.ts'

export interface TabLocation {
  pathname: string
  search: string
  hash: string
  state: unknown
  key: string
}

/** A visited page. One per path; a document's path contains its id, so each document has its own tab. */
export interface Tab {
  path: string
  /** The location inside the page, kept while other tabs are active. */
  location: TabLocation
  title: Label | string
  /** Home and similar: no close button, not closed by any command. */
  isAffixed: boolean
  /** Pinned by the user. */
  isPinned: boolean
  isDirty: boolean
  /** A page that is not cached is mounted anew each time it is shown. */
  isCached: boolean
  /** Incremented by each refresh, which mounts the page anew. */
  generation: number
  /** Order of last use; 0 for a tab restored after a reload and not shown since. */
  usedAt: number
}

export interface TabsState {
  /** Affixed first, then pinned, then in order of opening. */
  tabs: readonly Tab[]
  activePath: string
  clock: number
  /** For "reopen closed tab", latest first. */
  closed: readonly Pick<Tab, 'location' | 'title'>[]
}

export const noTabs: TabsState = { tabs: [], activePath: '', clock: 0, closed: [] }

/** Maximum number of pages that stay mounted. */
export const livePagesMax = 15
const closedMax = 20

export interface Visit {
  location: TabLocation
  title: Label | string
  isAffixed: boolean
  isCached: boolean
}

/** Shows a page: adds its tab, or updates the location of the existing one. */
export function visit(
  state: TabsState,
  { location, title, isAffixed, isCached }: Visit,
): TabsState {
  const clock = state.clock + 1
  const path = location.pathname
  const known = state.tabs.some((tab) => tab.path === path)
  const tabs = known
    ? state.tabs.map((tab) => (tab.path === path ? { ...tab, location, usedAt: clock } : tab))
    : [
        ...state.tabs,
        {
          path,
          location,
          title,
          isAffixed,
          isCached,
          isPinned: false,
          isDirty: false,
          generation: 0,
          usedAt: clock,
        },
      ]
  return { ...state, tabs: ordered(tabs), activePath: path, clock }
}

/** Adds a tab to the strip without showing it, unless it exists. */
export function addAsleep(state: TabsState, visitOf: Visit): TabsState {
  if (state.tabs.some((tab) => tab.path === visitOf.location.pathname)) return state
  const added = visit(state, visitOf)
  const tabs = added.tabs.map((tab) =>
    tab.path === visitOf.location.pathname ? { ...tab, usedAt: 0 } : tab,
  )
  return { ...state, tabs }
}

function ordered(tabs: readonly Tab[]): Tab[] {
  const rank = (tab: Tab): number => (tab.isAffixed ? 0 : tab.isPinned ? 1 : 2)
  return tabs.toSorted((left, right) => rank(left) - rank(right))
}

export type CloseWhich = 'self' | 'left' | 'right' | 'others' | 'all'

/** Affixed by the product or pinned by the user: cannot be closed (shell.md section 2). */
export function isFixed(tab: Pick<Tab, 'isAffixed' | 'isPinned'>): boolean {
  return tab.isAffixed || tab.isPinned
}

/** The tabs a menu command closes; never affixed or pinned ones. */
export function tabsToClose(state: TabsState, path: string, which: CloseWhich): Tab[] {
  const at = state.tabs.findIndex((tab) => tab.path === path)
  const isMeant = (index: number): boolean => {
    if (which === 'self') return index === at
    if (which === 'left') return index < at
    if (which === 'right') return index > at
    return which === 'all' || index !== at
  }
  return state.tabs.filter((tab, index) => !isFixed(tab) && isMeant(index))
}

/**
 * Closes tabs and determines the active page (shell.md section 2): for "others" the tab of the command; for "all" that
 * tab if it is affixed, else the last remaining one; otherwise the active page if it remains. Null, for the start page,
 * if no tab remains.
 */
export function closeTabs(
  state: TabsState,
  path: string,
  which: CloseWhich,
): { state: TabsState; next: TabLocation | null } {
  const closing = new Set(tabsToClose(state, path, which))
  const tabs = state.tabs.filter((tab) => !closing.has(tab))
  const calledOn = tabs.find((tab) => tab.path === path)
  const active = tabs.find((tab) => tab.path === state.activePath)
  const next = wanted(which, calledOn, active) ?? tabs.at(-1) ?? null
  const closed = [...closing].toReversed().map(({ location, title }) => ({ location, title }))
  return {
    state: { ...state, tabs, closed: [...closed, ...state.closed].slice(0, closedMax) },
    next: next === null ? null : next.location,
  }
}

function wanted(
  which: CloseWhich,
  calledOn: Tab | undefined,
  active: Tab | undefined,
): Tab | undefined {
  if (which === 'others') return calledOn
  if (which === 'all') return calledOn !== undefined && isFixed(calledOn) ? calledOn : undefined
  return active
}

function change(state: TabsState, path: string, part: Partial<Tab>): TabsState {
  const tab = state.tabs.find((known) => known.path === path)
  if (tab === undefined) return state
  const isSame = Object.entries(part).every(([name, value]) =>
    Object.is(tab[name as keyof Tab], value),
  )
  if (isSame) return state
  return {
    ...state,
    tabs: ordered(state.tabs.map((known) => (known === tab ? { ...tab, ...part } : known))),
  }
}

export function setTitle(state: TabsState, path: string, title: Label | string): TabsState {
  return change(state, path, { title })
}

export function setDirty(state: TabsState, path: string, isDirty: boolean): TabsState {
  return change(state, path, { isDirty })
}

export function setPinned(state: TabsState, path: string, isPinned: boolean): TabsState {
  return change(state, path, { isPinned })
}

/** Mounts the page of a tab anew; unsaved input is discarded, which the user has confirmed. */
export function refresh(state: TabsState, path: string): TabsState {
  const tab = state.tabs.find((known) => known.path === path)
  return tab === undefined
    ? state
    : change(state, path, { generation: tab.generation + 1, isDirty: false })
}

/** Removes the latest closed tab from the list and returns it. */
export function reopen(state: TabsState): { state: TabsState; location: TabLocation | null } {
  const [newest, ...closed] = state.closed
  if (newest === undefined) return { state, location: null }
  return { state: { ...state, closed }, location: newest.location }
}

/**
 * The tabs whose pages are mounted, at most `limit`: the least recently used are unmounted first, but never one with
 * unsaved input, an affixed one or the active one.
 */
export function livePaths(state: TabsState, limit = livePagesMax): ReadonlySet<string> {
  const isKept = (tab: Tab): boolean => tab.isDirty || isFixed(tab) || tab.path === state.activePath
  const candidates = state.tabs.filter(
    // Restored tabs are not mounted until they are first shown.
    (tab) => tab.usedAt > 0 && (tab.isCached || tab.path === state.activePath),
  )
  const must = candidates.filter(isKept)
  const rest = candidates
    .filter((tab) => !isKept(tab))
    .toSorted((left, right) => right.usedAt - left.usedAt)
    .slice(0, Math.max(0, limit - must.length))
  return new Set([...must, ...rest].map((tab) => tab.path))
}
