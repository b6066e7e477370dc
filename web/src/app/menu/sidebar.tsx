import { HomeOutlined, SearchOutlined } from '@ant-design/icons'
import { AutoComplete, Menu, Tooltip } from 'antd'
import type { MenuProps } from 'antd'
import { memo, useDeferredValue, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { clearable } from '../../kit/text/clearable.ts'
import { useLanguage } from '../../kit/text/language.ts'
import { useMessages } from '../../kit/text/messages.ts'
import { shellMessages } from '../layout/shell-messages.ts'
import { useTitleSounds } from '../finding/known-sounds.ts'
import { navigate } from '../../kit/location/hash-location.ts'
import { findPage, menuGroups } from '../page-list.ts'
import type { PageGroup } from '../page-list.ts'
import { tabStore } from '../tabs/tab-store.ts'
import { groupIcon } from './group-icons.tsx'
import { useMenuEntries } from './menu-entries.ts'
import { searchPages } from './search-pages.ts'
import styles from './sidebar.module.css'

interface SidebarProps {
  groups: readonly PageGroup[]
  activePath: string
  isOpen: boolean
  onOpen: () => void
  /** On a small screen a selection closes the menu. */
  onChosen: () => void
}

/** Duration of antd's animation that expands a group. */
const unfoldMs = 350

/** The menu. Marking the active page is deferred, so that the page is rendered first. */
export function Sidebar(props: SidebarProps): ReactNode {
  const activePath = useDeferredValue(props.activePath)
  return <SidebarContent {...props} activePath={activePath} />
}

/** Groups and pages the user may open, with a search above (product.md section 2). */
const SidebarContent = memo(function SidebarContent(props: SidebarProps): ReactNode {
  const { groups, activePath, isOpen } = props
  const t = useMessages(shellMessages)
  const { label } = useLanguage()
  const activeGroup = findPage(activePath)?.group
  const [openGroups, setOpenGroups] = useState<string[]>(
    activeGroup === undefined ? [] : [activeGroup],
  )
  const [lastActive, setLastActive] = useState(activeGroup)
  if (activeGroup !== lastActive) {
    setLastActive(activeGroup)
    if (activeGroup !== undefined && !openGroups.includes(activeGroup)) {
      setOpenGroups([...openGroups, activeGroup])
    }
  }
  const items = useMemo(
    (): MenuProps['items'] => [
      { key: '/index', icon: <HomeOutlined aria-hidden />, label: t('home') },
      ...menuGroups(groups).map((group) => ({
        key: group.path,
        icon: groupIcon(group.path),
        label: label(group.label),
        children: group.pages.map((page) => ({ key: page.path, label: label(page) })),
      })),
    ],
    [groups, label, t],
  )
  const menu = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Waits until the group is expanded.
    const timer = setTimeout(() => {
      // Not while the pointer or the focus is in the menu: the target would move.
      if (menu.current?.matches(':hover, :focus-within') === true) return
      const chosen = menu.current?.querySelector('.ant-menu-item-selected')
      chosen?.scrollIntoView({ block: 'nearest' })
    }, unfoldMs)
    return () => clearTimeout(timer)
  }, [activePath, isOpen])
  const choose = (path: string): void => {
    // An open page is shown at its last location. All tabs are stored in the cookie menuLish (tab-storage.ts).
    const open = tabStore.get().tabs.find((tab) => tab.path === path)
    navigate(open?.location ?? path)
    props.onChosen()
  }
  return (
    <nav className={styles.sidebar} aria-label={t('menu')} data-open={isOpen}>
      <div className={styles.brand}>
        <img src="favicon.svg" alt="" width="24" height="24" />
        {isOpen && <span>{t('product')}</span>}
      </div>
      <div className={styles.search} data-menu-search="" data-tour="menu">
        {isOpen ? (
          <MenuSearch groups={groups} onChoose={choose} />
        ) : (
          <Tooltip title={t('searchMenu')} placement="right">
            <button type="button" aria-label={t('searchMenu')} onClick={props.onOpen}>
              <SearchOutlined aria-hidden />
            </button>
          </Tooltip>
        )}
      </div>
      <div ref={menu} className={styles.menu}>
        <Menu
          mode="inline"
          items={items ?? []}
          inlineCollapsed={!isOpen}
          inlineIndent={16}
          selectedKeys={[activePath]}
          {...(isOpen && { openKeys: openGroups })}
          onOpenChange={(keys) => isOpen && setOpenGroups(keys)}
          onClick={({ key }) => choose(key)}
        />
      </div>
    </nav>
  )
})

function MenuSearch(props: {
  groups: readonly PageGroup[]
  onChoose: (path: string) => void
}): ReactNode {
  const t = useMessages(shellMessages)
  const { language, label } = useLanguage()
  const [text, setText] = useState('')
  const entries = useMenuEntries(props.groups)
  useTitleSounds(text !== '')
  const found = text === '' ? [] : searchPages(entries(), text).slice(0, 20)
  // Enter may come before the sounds of the titles are loaded: it opens the first page found then.
  const [entered, setEntered] = useState('')
  const first = entered !== '' && entered === text ? found[0]?.path : undefined
  const open = useEffectEvent((path: string): void => {
    setText('')
    setEntered('')
    props.onChoose(path)
  })
  useEffect(() => {
    if (first !== undefined) open(first)
  }, [first])
  const options = found.map((page) => ({
    value: page.path,
    label: (
      <span className={styles.found}>
        <span>{label(page)}</span>
        <small>{language === 'zh' ? page.groupZh : page.groupEn}</small>
      </span>
    ),
  }))
  return (
    <AutoComplete
      value={text}
      options={options}
      style={{ width: '100%' }}
      popupMatchSelectWidth={280}
      defaultActiveFirstOption
      onChange={(typed: string) => {
        setText(typed)
        setEntered('')
      }}
      onKeyDown={({ key, nativeEvent }) => {
        if (key === 'Enter' && !nativeEvent.isComposing) setEntered(text)
      }}
      onSelect={(path: string) => {
        setText('')
        props.onChoose(path)
      }}
      notFoundContent={text.trim() === '' ? null : t('noPageFound')}
      allowClear={clearable()}
      prefix={<SearchOutlined aria-hidden />}
      placeholder={t('searchMenu')}
      aria-label={t('searchMenu')}
    />
  )
}
