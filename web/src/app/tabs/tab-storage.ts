import type { Label } from '@kufang/contract/document/label.ts'
import { writeCookie } from '../../kit/cookie.ts'
import { noTabs } from './tab-state.ts'
import type { Tab, TabsState } from './tab-state.ts'

const cookieName = 'menuLish'
/** Browsers drop a cookie above 4 KB; escapes count. */
const cookieMax = 3800

const keyOf = (account: string): string => `tabs:${account}`

interface StoredTab {
  path: string
  search: string
  hash: string
  title: Label | string
  isAffixed: boolean
  isPinned: boolean
  isCached: boolean
}

/** Keeps the open tabs of a person for a reload of the page, in this window only. */
export function keepTabs(account: string, state: TabsState): void {
  sessionStorage.setItem(keyOf(account), JSON.stringify(state.tabs.map(stored)))
}

/** The tabs before the reload; none for another person. */
export function restoreTabs(account: string): TabsState {
  const text = sessionStorage.getItem(keyOf(account))
  if (text === null) return noTabs
  try {
    const list = JSON.parse(text) as StoredTab[]
    return { ...noTabs, tabs: list.map(restored), clock: list.length }
  } catch {
    // Written by another version: starting with no tabs loses nothing but convenience.
    return noTabs
  }
}

export function forgetTabs(account: string): void {
  sessionStorage.removeItem(keyOf(account))
}

/** The cookie that the given systems read: the full list when it fits, else path and name. */
export function writeMenuCookie(state: TabsState): void {
  const full = JSON.stringify(
    state.tabs.map(({ path, title, location, isAffixed }) => ({
      path,
      name: path.split('/').at(-1),
      title,
      fullPath: `${path}${location.search}`,
      meta: { title, affix: isAffixed },
    })),
  )
  const short = (): string =>
    JSON.stringify(state.tabs.map(({ path }) => ({ path, name: path.split('/').at(-1) })))
  const fits = (text: string): boolean => encodeURIComponent(text).length <= cookieMax
  if (fits(full)) writeCookie(cookieName, full)
  else if (fits(short())) writeCookie(cookieName, short())
}

function stored({ path, location, title, isAffixed, isPinned, isCached }: Tab): StoredTab {
  return {
    path,
    search: location.search,
    hash: location.hash,
    title,
    isAffixed,
    isPinned,
    isCached,
  }
}

function restored(tab: StoredTab, index: number): Tab {
  const { path, search, hash, ...rest } = tab
  return {
    ...rest,
    path,
    location: { pathname: path, search, hash, state: null, key: `restored${index}` },
    isDirty: false,
    generation: 0,
    usedAt: 0,
  }
}
