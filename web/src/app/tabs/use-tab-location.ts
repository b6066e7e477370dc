import { useEffect, useLayoutEffect } from 'react'
import { indexedDocument } from '../../kit/declarations.ts'
import { label } from '../../kit/text/language.ts'
import {
  currentLocation,
  parseTarget,
  putBehind,
  replaceLocation,
  targetText,
  useHashLocation,
} from '../../kit/location/hash-location.ts'
import { findPage } from '../page-list.ts'
import { addAsleep, refresh, visit } from './tab-state.ts'
import type { TabsState, Visit } from './tab-state.ts'
import { tabStore } from './tab-store.ts'

/** Paths without a tab. */
const tabless: ReadonlySet<string> = new Set([
  '/login',
  '/auth-redirect',
  '/welcome',
  '/noAccess',
  '/error',
  '/unifiedIndex',
])

const identity = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const messagePlace = new RegExp(`^/message/(?:agency|notice)/${identity}$`)
const documentPlace = new RegExp(`^/document/([a-z-]+)/${identity}$`)

/** Whether the path is a page that is not in the catalogue. */
function isOwnPlace(pathname: string): boolean {
  const kind = documentPlace.exec(pathname)?.[1]
  if (kind !== undefined) return indexedDocument(kind) !== undefined
  return pathname in titles || messagePlace.test(pathname)
}

/** The user's start page. */
export const startPage = { path: '/index', title: { zh: '首页', en: 'Home' } } as const

const titles: Readonly<Record<string, { zh: string; en: string }>> = {
  [startPage.path]: startPage.title,
  '/401': { zh: '没有权限', en: 'No permission' },
  '/404': { zh: '页面不存在', en: 'Not found' },
}

const home: Visit = {
  location: { pathname: '/index', search: '', hash: '', state: null, key: 'home' },
  title: titles['/index'] ?? '',
  isAffixed: true,
  isCached: false,
}

/** The initial tabs: home is always included. */
export function withHome(state: TabsState): TabsState {
  return addAsleep(state, home)
}

/**
 * Derives tabs from the URL: each new path opens one, /redirect/… remounts one, a page that is not permitted leads to
 * /401 (product.md section 6), an unknown path to /404.
 */
export function useTabLocation(permitted: ReadonlySet<string>): void {
  const location = useHashLocation()
  useLayoutEffect(() => {
    const { pathname } = location
    if (tabless.has(pathname)) return
    if (pathname === '/') {
      replaceLocation('/index')
      return
    }
    if (pathname.startsWith('/redirect/')) {
      const target = { ...location, pathname: pathname.slice('/redirect'.length) }
      if (tabless.has(target.pathname)) {
        // There is no page to remount; the sign-in page would end the session.
        replaceLocation('/index')
        return
      }
      leaveFocus()
      tabStore.set((state) => refresh(state, target.pathname))
      replaceLocation(parseTarget(targetText(target)))
      return
    }
    const state = tabStore.get()
    if (state.activePath !== pathname) leaveFocus()
    const page = findPage(pathname)
    if (page !== undefined && !permitted.has(pathname)) {
      replaceLocation(outcomeAddress('/401', targetText(location)))
      return
    }
    if (page === undefined && !isOwnPlace(pathname)) {
      replaceLocation(outcomeAddress('/404', targetText(location)))
      return
    }
    const isHome = pathname === '/index'
    tabStore.set(
      visit(state, {
        location,
        title: titles[pathname] ?? page ?? titleUntilKnown(pathname),
        isAffixed: isHome,
        isCached: !isHome,
      }),
    )
  }, [location, permitted])
}

/** Back from a page opened by its address leads to the home page, not out of the product. */
export function useHomeBehind(): void {
  useEffect(() => {
    const put = (): void => {
      const { pathname } = currentLocation()
      if (pathname === '/' || pathname === startPage.path || tabless.has(pathname)) return
      putBehind(startPage.path)
      end()
    }
    const end = (): void => {
      window.removeEventListener('pointerdown', put, true)
      window.removeEventListener('keydown', put, true)
    }
    window.addEventListener('pointerdown', put, true)
    window.addEventListener('keydown', put, true)
    return end
  }, [])
}

/** A document sets its number as title when it is loaded, a message its subject. */
function titleUntilKnown(pathname: string): Visit['title'] {
  return pathname.startsWith('/message/')
    ? { zh: '消息', en: 'Message' }
    : { zh: '单据', en: 'Document' }
}

/** The URL of the error page, which shows the requested path. */
function outcomeAddress(outcome: '/401' | '/404', wanted: string): string {
  return `${outcome}?${new URLSearchParams({ path: wanted })}`
}

/** A page being hidden must not keep the focus. */
function leaveFocus(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
}

/** The title of the window follows the active page. */
export function titleOfWindow(title: Parameters<typeof label>[0] | undefined): string {
  const product = label({ zh: '库房', en: 'Kufang' })
  return title === undefined ? product : `${label(title)} - ${product}`
}
