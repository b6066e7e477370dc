import { useQueryClient } from '@tanstack/react-query'
import { Activity, memo, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import type { ReactNode } from 'react'
import { ErrorBoundary } from '../../kit/feedback/error-boundary.tsx'
import { useStore } from '../../kit/state/store.ts'
import { BesideTitle } from '../../kit/pages/frame/beside-title.ts'
import { PageLocationContext } from '../../kit/tab/page-location.ts'
import { TabContext } from '../../kit/tab/tab-context.ts'
import { KitProvider } from '../../kit/provider/kit-provider.tsx'
import { FavouriteButton } from '../layout/favourite-button.tsx'
import { replaceLocation } from '../../kit/location/hash-location.ts'
import type { PageAt } from '../routes.tsx'
import { focusHeading } from './focus-heading.ts'
import { ignoreSecondPress } from './ignore-second-press.ts'
import styles from './kept-pages.module.css'
import { livePaths, refresh } from './tab-state.ts'
import type { Tab } from './tab-state.ts'
import {
  endPagesExcept,
  lifeOf,
  makeHandle,
  panelId,
  setHost,
  tabId,
  tabStore,
} from './tab-store.ts'
import { useAfterFrame } from './use-after-frame.ts'
import { useKeptBoxes } from './use-kept-boxes.ts'

/** The pages of all live tabs, of which the active one is visible (shell.md section 3). */
export function KeptPages({ pageAt }: { pageAt: PageAt }): ReactNode {
  const state = useStore(tabStore)
  const live = livePaths(state)
  const tabs = state.tabs.filter((tab) => live.has(tab.path))
  const lives = tabs.map(lifeOf).join('\n')
  useLayoutEffect(() => endPagesExcept(new Set(lives.split('\n'))), [lives])
  const client = useQueryClient()
  const retry = useCallback(
    (path: string): void => {
      // Cached bad responses would make the page fail again; hidden pages refetch their data on return.
      client.removeQueries({ type: 'inactive' })
      tabStore.set((state) => refresh(state, path))
    },
    [client],
  )
  return tabs
    .toSorted((left, right) => left.path.localeCompare(right.path))
    .map((tab) => (
      <KeptPage
        key={lifeOf(tab)}
        tab={tab}
        isShown={tab.path === state.activePath}
        pageAt={pageAt}
        onRetry={retry}
      />
    ))
}

interface KeptPageProps {
  tab: Tab
  isShown: boolean
  pageAt: PageAt
  onRetry: (path: string) => void
}

/**
 * The container of one page. It is shown and hidden by style alone, so that a switch costs one frame; activating the
 * new page and deactivating the old one follows when that frame is drawn.
 */
const KeptPage = memo(
  function KeptPage({ tab, isShown, pageAt, onRetry }: KeptPageProps): ReactNode {
    const isAwake = useAfterFrame(isShown)
    const place = useRef<HTMLDivElement>(null)
    useKeptBoxes(place)
    return (
      <div ref={place} className={styles.place} data-shown={isShown}>
        <PageContent tab={tab} isAwake={isAwake} pageAt={pageAt} onRetry={onRetry} />
      </div>
    )
  },
  (before, after) => before.isShown === after.isShown && isSameContent(before, after),
)

interface PageContentProps {
  tab: Tab
  isAwake: boolean
  pageAt: PageAt
  onRetry: (path: string) => void
}

/**
 * One page, in the measured nesting order: Activity, error boundary, antd's provider with the tab's element for
 * popups, the page's own location, the page element.
 */
const PageContent = memo(
  function PageContent({ tab, isAwake, pageAt, onRetry }: PageContentProps): ReactNode {
    return (
      <Activity mode={isAwake ? 'visible' : 'hidden'} name={tab.path}>
        <ErrorBoundary place={tab.path} onRetry={() => onRetry(tab.path)}>
          <TabFrame path={tab.path} life={lifeOf(tab)}>
            <PageHere location={tab.location} pageAt={pageAt} />
          </TabFrame>
        </ErrorBoundary>
      </Activity>
    )
  },
  (before, after) => before.isAwake === after.isAwake && isSameContent(before, after),
)

type Content = Pick<KeptPageProps, 'tab' | 'pageAt'>

function isSameContent(before: Content, after: Content): boolean {
  return (
    before.pageAt === after.pageAt &&
    before.tab.location === after.tab.location &&
    lifeOf(before.tab) === lifeOf(after.tab)
  )
}

/** The page of a location, which it can read while another tab is active. */
function PageHere(props: { location: Tab['location']; pageAt: PageAt }): ReactNode {
  const { location, pageAt } = props
  const { pathname, search } = location
  const { element, params } = useMemo(() => pageAt(pathname), [pageAt, pathname])
  const own = useMemo(
    () => ({ pathname, search, params, dropSearch: () => replaceLocation(pathname) }),
    [pathname, search, params],
  )
  return <PageLocationContext value={own}>{element}</PageLocationContext>
}

function TabFrame(props: { path: string; life: string; children: ReactNode }): ReactNode {
  const { path, life } = props
  const handle = useMemo(() => makeHandle(path, life), [path, life])
  const keepHost = useCallback((host: HTMLDivElement | null) => setHost(life, host), [life])
  // Runs each time the page is activated.
  useEffect(() => focusHeading(handle.host()), [handle])
  useEffect(() => ignoreSecondPress(handle.host()), [handle])
  return (
    <TabContext.Provider value={handle}>
      <KitProvider host={handle.host}>
        <div
          ref={keepHost}
          id={panelId(path)}
          className={styles.host}
          role="tabpanel"
          aria-labelledby={tabId(path)}
        >
          <BesideTitle value={<FavouriteButton path={path} />}>
            <div className={styles.scroller}>{props.children}</div>
          </BesideTitle>
        </div>
      </KitProvider>
    </TabContext.Provider>
  )
}
