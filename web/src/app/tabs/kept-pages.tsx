import { useQueryClient } from '@tanstack/react-query'
import { Activity, memo, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import type { ReactNode } from 'react'
import { Router, Routes } from 'react-router'
import { ErrorBoundary } from '../../kit/feedback/error-boundary.tsx'
import { useStore } from '../../kit/store.ts'
import { BesideTitle } from '../../kit/pages/beside-title.ts'
import { TabContext } from '../../kit/tab/tab-context.ts'
import { KitProvider } from '../../kit/theme/kit-provider.tsx'
import { FavouriteButton } from '../layout/favourite-button.tsx'
import { routerNavigator } from '../location/router-navigator.ts'
import { focusHeading } from './focus-heading.ts'
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
export function KeptPages({ routes }: { routes: ReactNode }): ReactNode {
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
        routes={routes}
        onRetry={retry}
      />
    ))
}

interface KeptPageProps {
  tab: Tab
  isShown: boolean
  routes: ReactNode
  onRetry: (path: string) => void
}

/**
 * The container of one page. It is shown and hidden by style alone, so that a switch costs one frame; activating the
 * new page and deactivating the old one follows when that frame is drawn.
 */
const KeptPage = memo(
  function KeptPage({ tab, isShown, routes, onRetry }: KeptPageProps): ReactNode {
    const isAwake = useAfterFrame(isShown)
    const place = useRef<HTMLDivElement>(null)
    useKeptBoxes(place)
    return (
      <div ref={place} className={styles.place} data-shown={isShown}>
        <PageContent tab={tab} isAwake={isAwake} routes={routes} onRetry={onRetry} />
      </div>
    )
  },
  (before, after) => before.isShown === after.isShown && isSameContent(before, after),
)

interface PageContentProps {
  tab: Tab
  isAwake: boolean
  routes: ReactNode
  onRetry: (path: string) => void
}

/**
 * One page, in the measured nesting order: Activity, error boundary, its own frozen location, antd's provider with the
 * tab's element for popups, the page element.
 */
const PageContent = memo(
  function PageContent({ tab, isAwake, routes, onRetry }: PageContentProps): ReactNode {
    return (
      <Activity mode={isAwake ? 'visible' : 'hidden'} name={tab.path}>
        <ErrorBoundary place={tab.path} onRetry={() => onRetry(tab.path)}>
          <Router location={tab.location} navigator={routerNavigator}>
            <TabFrame path={tab.path} life={lifeOf(tab)}>
              <Routes>{routes}</Routes>
            </TabFrame>
          </Router>
        </ErrorBoundary>
      </Activity>
    )
  },
  (before, after) => before.isAwake === after.isAwake && isSameContent(before, after),
)

type Content = Pick<KeptPageProps, 'tab' | 'routes'>

function isSameContent(before: Content, after: Content): boolean {
  return (
    before.routes === after.routes &&
    before.tab.location === after.tab.location &&
    lifeOf(before.tab) === lifeOf(after.tab)
  )
}

function TabFrame(props: { path: string; life: string; children: ReactNode }): ReactNode {
  const { path, life } = props
  const handle = useMemo(() => makeHandle(path, life), [path, life])
  const keepHost = useCallback((host: HTMLDivElement | null) => setHost(life, host), [life])
  // Runs each time the page is activated.
  useEffect(() => focusHeading(handle.host()), [handle])
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
