import { useLayoutEffect } from 'react'
import { indexedDocument } from '../../kit/declarations.ts'
import { label } from '../../kit/text/language.ts'
import {
  parseTarget,
  replaceLocation,
  targetText,
  useHashLocation,
} from '../location/hash-location.ts'
import { findPage } from '../page-list.ts'
import { addAsleep, refresh, visit } from './tab-state.ts'
import type { TabsState, Visit } from './tab-state.ts'
import { tabStore } from './tab-store.ts'

/** Pages that make no tab. */
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

/** Whether there is a page that the catalogue does not name. */
function isOwnPlace(pathname: string): boolean {
  const kind = documentPlace.exec(pathname)?.[1]
  if (kind !== undefined) return indexedDocument(kind) !== undefined
  return pathname in titles || messagePlace.test(pathname)
}

/** The start page of the person. */
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

/** The tabs a person begins with: home is always among them. */
export function withHome(state: TabsState): TabsState {
  return addAsleep(state, home)
}

/**
 * Turns the address into tabs: each new path opens one, /redirect/… makes one anew, and a page that
 * is not among the permitted ones leads to /401 (product.md section 6), an address of no page to /404.
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
        // Nothing to make anew; the sign-in page would end the session.
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

/** A document gives its number as soon as it is read, a message its title. */
function titleUntilKnown(pathname: string): Visit['title'] {
  return pathname.startsWith('/message/')
    ? { zh: '消息', en: 'Message' }
    : { zh: '单据', en: 'Document' }
}

/** Where an address leads that shows nothing to this person; the page there says which one it was. */
function outcomeAddress(outcome: '/401' | '/404', wanted: string): string {
  return `${outcome}?${new URLSearchParams({ path: wanted })}`
}

/** A focused element must not stay behind in a page that is being hidden. */
function leaveFocus(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
}

/** The window's title follows the page in front. */
export function titleOfWindow(title: Parameters<typeof label>[0] | undefined): string {
  const product = label({ zh: '库房', en: 'Kufang' })
  return title === undefined ? product : `${label(title)} - ${product}`
}
