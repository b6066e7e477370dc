import { Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import type { MouseEvent, ReactNode } from 'react'
import { lazyPart } from '../../kit/feedback/lazy-part.tsx'
import { ErrorBoundary } from '../../kit/feedback/error-boundary.tsx'
import { useStore } from '../../kit/state/store.ts'
import { useLanguage } from '../../kit/text/language.ts'
import { useMessages } from '../../kit/text/messages.ts'
import { Notices } from '../workspace/notices.tsx'
import { PageWatermark } from '../workspace/page-watermark.tsx'
import { changeSettings, settingsStore } from '../workspace/settings.ts'
import { ShortcutList } from '../workspace/shortcut-list.tsx'
import { tourStore } from '../workspace/tour-state.ts'
import { useShortcuts } from '../workspace/use-shortcuts.ts'
import { PaletteHost } from '../finding/palette-host.tsx'
import { noteOpened } from '../home/page-memory.ts'
import {
  closeMobileSidebar,
  sidebarStore,
  toggleSidebar,
  watchWidth,
} from '../menu/sidebar-state.ts'
import { Sidebar } from '../menu/sidebar.tsx'
import { findPage, permittedGroups } from '../page-list.ts'
import { fetchPagesAhead, pageFinder } from '../routes.tsx'
import { useUser } from '../session/use-permission.ts'
import { KeptPages } from '../tabs/kept-pages.tsx'
import { keepTabs } from '../tabs/tab-storage.ts'
import { tabStore } from '../tabs/tab-store.ts'
import { TabStrip } from '../tabs/tab-strip.tsx'
import { useTabCommands } from '../tabs/use-tab-commands.tsx'
import { useHomeBehind, titleOfWindow, useTabLocation } from '../tabs/use-tab-location.ts'
import styles from './layout.module.css'
import { shellMessages } from './shell-messages.ts'
import { LoadingOverlay } from './loading-overlay.tsx'
import { TopBar } from './top-bar.tsx'

const FirstTour = lazyPart(() => import('../workspace/first-tour.tsx'), 'overlay')

/** The frame around the pages: menu, top bar, tabs (product.md section 2). */
// oxlint-disable-next-line max-lines-per-function -- markup: the frame of the page in the order of the screen
export function Shell(): ReactNode {
  const user = useUser()
  const groups = useMemo(() => permittedGroups(user.roles), [user.roles])
  const permitted = useMemo(
    () => new Set(groups.flatMap((group) => group.pages.map((page) => page.path))),
    [groups],
  )
  useTabLocation(permitted)
  useHomeBehind()
  const commands = useTabCommands()
  const pageAt = useMemo(() => pageFinder(permitted), [permitted])
  const tabs = useStore(tabStore)
  const sidebar = useStore(sidebarStore)
  const t = useMessages(shellMessages)
  const { language } = useLanguage()
  const { activePath } = tabs
  const { hasFooter } = useStore(settingsStore)
  const hasTour = useStore(tourStore)
  const [hasKeys, setKeys] = useState(false)
  const openKeys = useCallback(() => setKeys(true), [])
  useShortcuts(commands, openKeys)

  useEffect(watchWidth, [])
  useEffect(() => fetchPagesAhead(permitted), [permitted])
  useEffect(() => keepTabs(user.account, tabs), [user.account, tabs])
  useEffect(() => {
    if (findPage(activePath) !== undefined) noteOpened(activePath)
  }, [activePath])
  const title = tabs.tabs.find((tab) => tab.path === activePath)?.title
  useEffect(() => {
    document.title = titleOfWindow(title)
  }, [title, language])

  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content" onClick={skipToContent}>
        {t('skip')}
      </a>
      <Sidebar
        groups={groups}
        activePath={activePath}
        isOpen={sidebar.isOpen}
        onOpen={toggleSidebar}
        onChosen={closeMobileSidebar}
      />
      {sidebar.isMobile && sidebar.isOpen && (
        <button
          type="button"
          className={styles.curtain}
          aria-label={t('collapseMenu')}
          onClick={closeMobileSidebar}
        />
      )}
      <div className={styles.main}>
        <header className={styles.head}>
          <TopBar commands={commands} onKeys={openKeys} />
          <TabStrip commands={commands} />
        </header>
        <Notices />
        <main id="content" className={styles.pages}>
          <KeptPages pageAt={pageAt} />
          <PageWatermark />
        </main>
        {hasFooter && (
          <footer className={styles.footer}>
            {t('copyright')}
            <button
              type="button"
              aria-label={t('hideFooter')}
              title={t('hideFooter')}
              onClick={() => changeSettings({ hasFooter: false })}
            >
              ×
            </button>
          </footer>
        )}
      </div>
      <ShortcutList isOpen={hasKeys} onClose={() => setKeys(false)} />
      <PaletteHost groups={groups} commands={commands} onKeys={openKeys} />
      {hasTour && (
        <ErrorBoundary place="tour">
          <Suspense fallback={null}>
            <FirstTour />
          </Suspense>
        </ErrorBoundary>
      )}
      <LoadingOverlay />
    </div>
  )
}

/** Moves the focus to the heading of the visible page; the hash of the URL is the route and is not changed. */
function skipToContent(event: MouseEvent): void {
  event.preventDefault()
  const panels = [...document.querySelectorAll('[role="tabpanel"]')]
  const heading = panels
    .find((panel) => panel.checkVisibility({ visibilityProperty: true }))
    ?.querySelector<HTMLElement>('h1')
  heading?.setAttribute('tabindex', '-1')
  heading?.focus()
}
