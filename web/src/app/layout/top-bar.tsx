import {
  BellOutlined,
  BugOutlined,
  FullscreenExitOutlined,
  FullscreenOutlined,
  MenuFoldOutlined,
  MenuUnfoldOutlined,
  MoonOutlined,
  StarFilled,
  StarOutlined,
  SunOutlined,
  UserOutlined,
} from '@ant-design/icons'
import { Avatar, Badge, Breadcrumb, Button, Dropdown, Tooltip } from 'antd'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { errorLogStore } from '../../kit/feedback/error-log.ts'
import { toast } from '../../kit/feedback/toast.ts'
import { useStore } from '../../kit/store.ts'
import { useLanguage } from '../../kit/text/language.ts'
import { useMessages } from '../../kit/text/messages.ts'
import { themeStore, useThemeName } from '../../kit/theme/preferences.ts'
import { PersonalDrawer } from '../account/personal-drawer.tsx'
import type { PersonalPart } from '../account/personal-drawer.tsx'
import { pageMemory, toggleFavourite } from '../home/page-memory.ts'
import { useTodos } from '../home/todos.ts'
import { navigate } from '../location/hash-location.ts'
import { sidebarStore, toggleSidebar } from '../menu/sidebar-state.ts'
import { findPage } from '../page-list.ts'
import { signOut } from '../session/session.ts'
import { useUser } from '../session/use-permission.ts'
import { tabStore } from '../tabs/tab-store.ts'
import type { TabCommands } from '../tabs/use-tab-commands.tsx'
import { ErrorLogDialog, isInternalHost } from './error-log-dialog.tsx'
import { shellMessages } from './shell-messages.ts'
import styles from './layout.module.css'

/** Above the tabs: where one is, and what concerns the person and the window. */
export function TopBar({ commands }: { commands: TabCommands }): ReactNode {
  const t = useMessages(shellMessages)
  const { language, setLanguage } = useLanguage()
  const { isOpen } = useStore(sidebarStore)
  return (
    <header className={styles.topBar}>
      <Button
        type="text"
        icon={isOpen ? <MenuFoldOutlined /> : <MenuUnfoldOutlined />}
        aria-label={t(isOpen ? 'collapseMenu' : 'expandMenu')}
        onClick={toggleSidebar}
      />
      <WhereAmI />
      <span className={styles.spring} />
      <ErrorLogButton />
      <FullscreenButton />
      <Button
        type="text"
        aria-label={t('language')}
        onClick={() => setLanguage(language === 'zh' ? 'en' : 'zh')}
      >
        {language === 'zh' ? 'EN' : '中'}
      </Button>
      <ThemeButton />
      <TodoBell />
      <UserMenu commands={commands} />
    </header>
  )
}

function WhereAmI(): ReactNode {
  const t = useMessages(shellMessages)
  const { label } = useLanguage()
  const { tabs, activePath } = useStore(tabStore)
  const { favourites } = useStore(pageMemory)
  const page = findPage(activePath)
  const title = page ?? tabs.find((tab) => tab.path === activePath)?.title
  const isFavourite = favourites.includes(activePath)
  const items = [
    ...(page === undefined ? [] : [{ title: label({ zh: page.groupZh, en: page.groupEn }) }]),
    ...(title === undefined ? [] : [{ title: label(title) }]),
  ]
  return (
    <div className={styles.where}>
      <Breadcrumb items={items} />
      {page !== undefined && (
        <Tooltip title={t(isFavourite ? 'removeFavourite' : 'addFavourite')}>
          <Button
            type="text"
            size="small"
            aria-label={t(isFavourite ? 'removeFavourite' : 'addFavourite')}
            aria-pressed={isFavourite}
            icon={isFavourite ? <StarFilled /> : <StarOutlined />}
            onClick={() => toggleFavourite(activePath)}
          />
        </Tooltip>
      )}
    </div>
  )
}

function ErrorLogButton(): ReactNode {
  const t = useMessages(shellMessages)
  const errors = useStore(errorLogStore)
  const [isOpen, setOpen] = useState(false)
  if (errors.length === 0 || !isInternalHost(location.hostname)) return null
  return (
    <>
      <Badge count={errors.length} size="small">
        <Button
          type="text"
          icon={<BugOutlined aria-hidden />}
          aria-label={t('errorLog')}
          onClick={() => setOpen(true)}
        />
      </Badge>
      <ErrorLogDialog isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

function FullscreenButton(): ReactNode {
  const t = useMessages(shellMessages)
  const [isFull, setFull] = useState(false)
  useEffect(() => {
    const update = (): void => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', update)
    return () => document.removeEventListener('fullscreenchange', update)
  }, [])
  const toggle = (): void => {
    if (!document.fullscreenEnabled) {
      toast.warning(t('noFullscreen'))
      return
    }
    const change = isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen()
    change.catch(toast.error)
  }
  return (
    <Button
      type="text"
      icon={isFull ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
      aria-label={t(isFull ? 'leaveFullscreen' : 'fullscreen')}
      onClick={toggle}
    />
  )
}

function ThemeButton(): ReactNode {
  const t = useMessages(shellMessages)
  const theme = useThemeName()
  return (
    <Button
      type="text"
      icon={theme === 'dark' ? <SunOutlined /> : <MoonOutlined />}
      aria-label={t(theme === 'dark' ? 'light' : 'dark')}
      onClick={() => themeStore.set(theme === 'dark' ? 'light' : 'dark')}
    />
  )
}

function TodoBell(): ReactNode {
  const t = useMessages(shellMessages)
  const { label } = useLanguage()
  const todos = useTodos()
  const groups = todos.data?.groups ?? []
  const total = todos.data?.total ?? 0
  const items =
    groups.length > 0
      ? groups.map((group) => ({ key: group.path, label: `${label(group)} (${group.count})` }))
      : [{ key: 'none', disabled: true, label: t(todos.isError ? 'todosFailed' : 'noTodos') }]
  return (
    <Dropdown menu={{ items, onClick: ({ key }) => navigate(key) }} trigger={['click']}>
      <Badge count={total} size="small" offset={[-6, 6]}>
        <Button
          type="text"
          icon={<BellOutlined aria-hidden />}
          aria-label={t('todosWithCount', { count: total })}
        />
      </Badge>
    </Dropdown>
  )
}

function UserMenu({ commands }: { commands: TabCommands }): ReactNode {
  const t = useMessages(shellMessages)
  const user = useUser()
  const [part, setPart] = useState<PersonalPart | null>(null)
  const leave = async (): Promise<void> => {
    if (!(await commands.mayLeaveAll())) return
    try {
      await signOut()
    } catch (thrown) {
      toast.error(thrown)
    }
  }
  return (
    <>
      <Dropdown
        trigger={['click']}
        menu={{
          items: [
            { key: 'information', label: t('personal') },
            { key: 'password', label: t('changePassword') },
            { type: 'divider' },
            { key: 'leave', label: t('signOut') },
          ],
          onClick: ({ key }) => {
            if (key === 'leave') void leave()
            else setPart(key === 'password' ? 'password' : 'information')
          },
        }}
      >
        <Button type="text">
          <Avatar
            size={24}
            icon={<UserOutlined aria-hidden />}
            src={user.avatar === '' ? null : user.avatar}
          />
          {user.username}
        </Button>
      </Dropdown>
      <PersonalDrawer part={part} onPart={setPart} onClose={() => setPart(null)} />
    </>
  )
}
