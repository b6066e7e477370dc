import type { Label } from '@kufang/contract/document/declare/label.ts'

export interface TabLocation {
  pathname: string
  search: string
  hash: string
  state: unknown
  key: string
}

/** A visited page. One per path; a document's path holds its id, so each has its own. */
export interface Tab {
  path: string
  /** Where the page is, kept while others are in front. */
  location: TabLocation
  title: Label | string
  /** Home and the like: no X, survives every closing. */
  isAffixed: boolean
  /** Affixed by the person, until they take the pin out. */
  isPinned: boolean
  isDirty: boolean
  /** A page that is not cached is mounted anew each time it is shown. */
  isCached: boolean
  /** Grows with each refresh; the page is then made anew. */
  generation: number
  /** Order of last use; 0 for a tab kept over a reload and not shown since. */
  usedAt: number
}

export interface TabsState {
  /** Affixed first, then pinned, then in order of opening. */
  tabs: readonly Tab[]
  activePath: string
  clock: number
  /** For "reopen closed tab", the last one first. */
  closed: readonly Pick<Tab, 'location' | 'title'>[]
}

export const noTabs: TabsState = { tabs: [], activePath: '', clock: 0, closed: [] }

/** Pages that stay alive behind the one in front. */
export const livePagesMax = 15
const closedMax = 20

export interface Visit {
  location: TabLocation
  title: Label | string
  isAffixed: boolean
  isCached: boolean
}

/** Shows a page: adds its tab, or moves the known one to the place inside the page. */
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

/** Puts a tab into the strip without showing it, unless it is there. */
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

/** Affixed by the product or pinned by the person: it cannot be closed (shell.md section 2). */
export function isFixed(tab: Pick<Tab, 'isAffixed' | 'isPinned'>): boolean {
  return tab.isAffixed || tab.isPinned
}

/** The tabs a command of the menu closes; affixed and pinned ones never. */
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
 * Closes tabs and says which page is in front now (shell.md section 2): "others" the one it was
 * called on; "all" the affixed one it was called on, else the last one left; any other the one in
 * front when it is left. With nothing left it is null, for the start page.
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

/** Makes the page of a tab anew; what was unsaved there is gone, as the person was asked. */
export function refresh(state: TabsState, path: string): TabsState {
  const tab = state.tabs.find((known) => known.path === path)
  return tab === undefined
    ? state
    : change(state, path, { generation: tab.generation + 1, isDirty: false })
}

/** Takes the newest closed tab off the list. */
export function reopen(state: TabsState): { state: TabsState; location: TabLocation | null } {
  const [newest, ...closed] = state.closed
  if (newest === undefined) return { state, location: null }
  return { state: { ...state, closed }, location: newest.location }
}

/**
 * The tabs whose pages are alive, at most `limit`: the least recently used give way first, never
 * one with unsaved work, an affixed one or the one in front.
 */
export function livePaths(state: TabsState, limit = livePagesMax): ReadonlySet<string> {
  const isKept = (tab: Tab): boolean => tab.isDirty || isFixed(tab) || tab.path === state.activePath
  const candidates = state.tabs.filter(
    // Tabs kept over a reload sleep until they are shown for the first time.
    (tab) => tab.usedAt > 0 && (tab.isCached || tab.path === state.activePath),
  )
  const must = candidates.filter(isKept)
  const rest = candidates
    .filter((tab) => !isKept(tab))
    .toSorted((left, right) => right.usedAt - left.usedAt)
    .slice(0, Math.max(0, limit - must.length))
  return new Set([...must, ...rest].map((tab) => tab.path))
}
