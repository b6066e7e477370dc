import { useQueryClient } from '@tanstack/react-query'
import { Activity, memo, useCallback, useEffect, useLayoutEffect, useMemo } from 'react'
import type { ReactNode } from 'react'
import { Router, Routes } from 'react-router'
import { ErrorBoundary } from '../../kit/feedback/error-boundary.tsx'
import { useStore } from '../../kit/store.ts'
import { TabContext } from '../../kit/tab/tab-context.ts'
import { KitProvider } from '../../kit/theme/kit-provider.tsx'
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

/** The pages of all live tabs, the one in front visible (shell.md section 3). */
export function KeptPages({ routes }: { routes: ReactNode }): ReactNode {
  const state = useStore(tabStore)
  const live = livePaths(state)
  const tabs = state.tabs.filter((tab) => live.has(tab.path))
  const lives = tabs.map(lifeOf).join('\n')
  useLayoutEffect(() => endPagesExcept(new Set(lives.split('\n'))), [lives])
  const client = useQueryClient()
  const retry = useCallback(
    (path: string): void => {
      // A bad answer would make the page fail again; those of hidden pages are read anew on return.
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
 * One page in the measured order: Activity, error boundary, its own frozen location, antd's
 * provider with the tab's element for popups and without motion, the element itself.
 */
const KeptPage = memo(
  function KeptPage({ tab, isShown, routes, onRetry }: KeptPageProps): ReactNode {
    return (
      <Activity mode={isShown ? 'visible' : 'hidden'} name={tab.path}>
        <ErrorBoundary place={tab.path} onRetry={() => onRetry(tab.path)}>
          <Router location={tab.location} navigator={routerNavigator}>
            <TabFrame path={tab.path} life={lifeOf(tab)} isShown={isShown}>
              <Routes>{routes}</Routes>
            </TabFrame>
          </Router>
        </ErrorBoundary>
      </Activity>
    )
  },
  (before, after) =>
    before.isShown === after.isShown &&
    before.routes === after.routes &&
    before.tab.location === after.tab.location &&
    lifeOf(before.tab) === lifeOf(after.tab),
)

function TabFrame(props: {
  path: string
  life: string
  isShown: boolean
  children: ReactNode
}): ReactNode {
  const { path, life, isShown } = props
  const base = useMemo(() => makeHandle(path, life), [path, life])
  const handle = useMemo(() => ({ ...base, isShown }), [base, isShown])
  const keepHost = useCallback((host: HTMLDivElement | null) => setHost(life, host), [life])
  useEffect(() => (isShown ? focusHeading(base.host()) : undefined), [base, isShown])
  return (
    <TabContext.Provider value={handle}>
      <KitProvider host={base.host}>
        <div
          ref={keepHost}
          id={panelId(path)}
          className={styles.host}
          role="tabpanel"
          aria-labelledby={tabId(path)}
        >
          <div className={styles.scroller}>{props.children}</div>
        </div>
      </KitProvider>
    </TabContext.Provider>
  )
}
