import type { Label } from '@kufang/contract/document/declare/label.ts'
import { removeCookie, writeCookie } from '../../kit/state/cookie.ts'
import { forgetLists, keepListsOf } from '../../kit/pages/list/list-memory.ts'
import { label } from '../../kit/text/language.ts'
import { noTabs } from './tab-state.ts'
import type { Tab, TabsState } from './tab-state.ts'

/** The cookie of product.md section 2; the session storage holds the same in full. */
const menuName = 'menuLish'
/** Browsers discard a cookie above 4 KB; escape sequences count. */
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

/** Stores the open tabs of a user for a reload of the page, in this browser window only. */
export function keepTabs(account: string, state: TabsState): void {
  sessionStorage.setItem(keyOf(account), JSON.stringify(state.tabs.map(stored)))
  keepListsOf(new Set(state.tabs.map(({ path }) => path)))
  const texts = menuTexts(state.tabs)
  sessionStorage.setItem(menuName, texts.full)
  writeCookie(menuName, texts.cookie)
}

/** The tabs before the reload; none for another user. */
export function restoreTabs(account: string): TabsState {
  const text = sessionStorage.getItem(keyOf(account))
  if (text === null) return noTabs
  try {
    const list = JSON.parse(text) as StoredTab[]
    return { ...noTabs, tabs: list.map(restored), clock: list.length }
  } catch {
    // Written by another version: starting without tabs loses only convenience.
    return noTabs
  }
}

/** Signing out closes all open views and discards their list (product.md section 4). */
export function forgetTabs(): void {
  forgetLists()
  removeCookie(menuName)
  sessionStorage.removeItem(menuName)
  const keys = Array.from({ length: sessionStorage.length }, (_, index) =>
    sessionStorage.key(index),
  )
  for (const key of keys) if (key?.startsWith(keyOf('')) === true) sessionStorage.removeItem(key)
}

/**
 * The open tabs in the format of the given systems: in full, and for the cookie: in full if they fit, else path and
 * name, else as many of those as fit, without the last opened ones.
 */
export function menuTexts(
  tabs: readonly Pick<Tab, 'path' | 'title' | 'location' | 'isAffixed' | 'isCached'>[],
): { full: string; cookie: string } {
  const fits = (text: string): boolean => encodeURIComponent(text).length <= cookieMax
  const full = JSON.stringify(
    tabs.map(({ path, title, location, isAffixed, isCached }) => ({
      path,
      name: nameOf(path),
      title: label(title),
      fullPath: `${path}${location.search}${location.hash}`,
      meta: { title: label(title), affix: isAffixed, noCache: !isCached },
    })),
  )
  if (fits(full)) return { full, cookie: full }
  const names = tabs.map(({ path }) => ({ path, name: nameOf(path) }))
  while (!fits(JSON.stringify(names))) names.pop()
  return { full, cookie: JSON.stringify(names) }
}

const nameOf = (path: string): string => path.split('/').at(-1) ?? path

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
