import {
  BugOutlined,
  MenuFoldOutlined,
  MenuUnfoldOutlined,
  MoonOutlined,
  SearchOutlined,
  SunOutlined,
} from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense, memo, useState } from 'react'
import type { ReactNode } from 'react'
import { lazyPart } from '../../kit/feedback/lazy-part.tsx'
import { ErrorBoundary } from '../../kit/feedback/error-boundary.tsx'
import { errorLogStore } from '../../kit/feedback/error-log.ts'
import { useStore } from '../../kit/state/store.ts'
import { useLanguage } from '../../kit/text/language.ts'
import { useMessages } from '../../kit/text/messages.ts'
import { themeStore, useThemeName } from '../../kit/theme/preferences.ts'
import { findingMessages } from '../finding/finding-messages.ts'
import { openPalette } from '../finding/finding-state.ts'
import { sidebarStore, toggleSidebar } from '../menu/sidebar-state.ts'
import { MessageBell } from '../messages/message-bell.tsx'
import { DemonstrationTag } from '../session/demonstration-tag.tsx'
import type { TabCommands } from '../tabs/use-tab-commands.tsx'
import { CountBadge } from './count-badge.tsx'
import { FullscreenButton } from './fullscreen-button.tsx'
import { isInternalHost } from './internal-host.ts'
import styles from './layout.module.css'
import { shellMessages } from './shell-messages.ts'
import { UserMenu } from './user-menu.tsx'
import { WhereAmI } from './where-am-i.tsx'

const ErrorLogDialog = lazyPart(
  async () => ({
    default: (await import('./error-log-dialog.tsx')).ErrorLogDialog,
  }),
  'overlay',
)

/** The bar above the tabs: breadcrumb, and commands of the user and the window. */
export const TopBar = memo(function TopBar(props: {
  commands: TabCommands
  onKeys: () => void
}): ReactNode {
  const t = useMessages(shellMessages)
  const { language, setLanguage } = useLanguage()
  const { isOpen } = useStore(sidebarStore)
  return (
    <div className={styles.topBar}>
      <Button
        type="text"
        icon={isOpen ? <MenuFoldOutlined aria-hidden /> : <MenuUnfoldOutlined aria-hidden />}
        aria-label={t(isOpen ? 'collapseMenu' : 'expandMenu')}
        aria-expanded={isOpen}
        onClick={toggleSidebar}
      />
      <WhereAmI />
      <span className={styles.spring} />
      <DemonstrationTag />
      <FindButton />
      <ErrorLogButton />
      <FullscreenButton className={styles.onDesktop} />
      <Button
        type="text"
        className={styles.onDesktop ?? ''}
        aria-label={`${t('language')} ${language === 'zh' ? 'EN' : '中'}`}
        title={t('language')}
        onClick={() => setLanguage(language === 'zh' ? 'en' : 'zh')}
      >
        {language === 'zh' ? 'EN' : '中'}
      </Button>
      <ThemeButton />
      <MessageBell />
      <UserMenu commands={props.commands} onKeys={props.onKeys} />
    </div>
  )
})

function FindButton(): ReactNode {
  const t = useMessages(findingMessages)
  return (
    <Button
      type="text"
      icon={<SearchOutlined aria-hidden />}
      aria-label={t('find')}
      aria-keyshortcuts="Control+K"
      title={t('findWithKey')}
      onClick={openPalette}
    />
  )
}

function ErrorLogButton(): ReactNode {
  const t = useMessages(shellMessages)
  const errors = useStore(errorLogStore)
  const [isOpen, setOpen] = useState(false)
  if (errors.length === 0 || !isInternalHost(location.hostname)) return null
  return (
    <>
      <CountBadge count={errors.length}>
        <Button
          type="text"
          icon={<BugOutlined aria-hidden />}
          aria-label={`${t('errorLog')} ${errors.length}`}
          title={t('errorLog')}
          onClick={() => setOpen(true)}
        />
      </CountBadge>
      {isOpen && (
        <ErrorBoundary place="error log">
          <Suspense fallback={null}>
            <ErrorLogDialog isOpen onClose={() => setOpen(false)} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  )
}

function ThemeButton(): ReactNode {
  const t = useMessages(shellMessages)
  const theme = useThemeName()
  const text = t(theme === 'dark' ? 'light' : 'dark')
  return (
    <Button
      type="text"
      className={styles.onDesktop ?? ''}
      icon={theme === 'dark' ? <SunOutlined aria-hidden /> : <MoonOutlined aria-hidden />}
      aria-label={text}
      title={text}
      onClick={() => themeStore.set(theme === 'dark' ? 'light' : 'dark')}
    />
  )
}
