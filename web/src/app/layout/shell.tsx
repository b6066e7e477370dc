import { useEffect, useMemo } from 'react'
import type { ReactNode } from 'react'
import { useStore } from '../../kit/store.ts'
import { useLanguage } from '../../kit/text/language.ts'
import { useMessages } from '../../kit/text/messages.ts'
import { noteOpened } from '../home/page-memory.ts'
import {
  closeMobileSidebar,
  sidebarStore,
  toggleSidebar,
  watchWidth,
} from '../menu/sidebar-state.ts'
import { Sidebar } from '../menu/sidebar.tsx'
import { findPage, permittedGroups } from '../page-list.ts'
import { pageRoutes } from '../routes.tsx'
import { useUser } from '../session/use-permission.ts'
import { KeptPages } from '../tabs/kept-pages.tsx'
import { keepTabs } from '../tabs/tab-storage.ts'
import { tabStore } from '../tabs/tab-store.ts'
import { TabStrip } from '../tabs/tab-strip.tsx'
import { useTabCommands } from '../tabs/use-tab-commands.tsx'
import { titleOfWindow, useTabLocation } from '../tabs/use-tab-location.ts'
import styles from './layout.module.css'
import { shellMessages } from './shell-messages.ts'
import { TopBar } from './top-bar.tsx'

/** The frame around the pages: menu, top bar, tabs (product.md section 2). */
export function Shell(): ReactNode {
  const user = useUser()
  const groups = useMemo(() => permittedGroups(user.roles), [user.roles])
  const permitted = useMemo(
    () => new Set(groups.flatMap((group) => group.pages.map((page) => page.path))),
    [groups],
  )
  useTabLocation(permitted)
  const commands = useTabCommands()
  const routes = useMemo(() => pageRoutes(permitted), [permitted])
  const tabs = useStore(tabStore)
  const sidebar = useStore(sidebarStore)
  const t = useMessages(shellMessages)
  const { language } = useLanguage()
  const { activePath } = tabs

  useEffect(watchWidth, [])
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
        <TopBar commands={commands} />
        <TabStrip commands={commands} />
        <main className={styles.pages}>
          <KeptPages routes={routes} />
        </main>
      </div>
    </div>
  )
}
