import { CloseOutlined, PushpinFilled } from '@ant-design/icons'
import { Dropdown } from 'antd'
import type { MenuProps } from 'antd'
import { useEffect, useRef } from 'react'
import type { KeyboardEvent, MouseEvent, ReactNode, WheelEvent } from 'react'
import { useStore } from '../../kit/store.ts'
import { useLanguage } from '../../kit/text/language.ts'
import { useMessages } from '../../kit/text/messages.ts'
import { shellMessages } from '../layout/shell-messages.ts'
import { navigate } from '../location/hash-location.ts'
import type { Tab } from './tab-state.ts'
import { tabStore } from './tab-store.ts'
import styles from './tab-strip.module.css'
import type { TabCommands } from './use-tab-commands.tsx'

/** How far the wheel moves the strip (product.md section 9). */
const wheelStep = 100

/** The open pages; a tablist with a menu on each tab (shell.md section 2). */
export function TabStrip({ commands }: { commands: TabCommands }): ReactNode {
  const { tabs, activePath } = useStore(tabStore)
  const t = useMessages(shellMessages)
  const stripRef = useRef<HTMLDivElement>(null)
  useEffect(() => {
    stripRef.current
      ?.querySelector('[aria-selected="true"]')
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [activePath, tabs.length])
  const onWheel = (event: WheelEvent): void => {
    stripRef.current?.scrollBy({ left: event.deltaY > 0 ? wheelStep : -wheelStep })
  }
  return (
    <div
      ref={stripRef}
      className={styles.strip}
      role="tablist"
      aria-label={t('openPages')}
      onWheel={onWheel}
    >
      {tabs.map((tab) => (
        <StripTab key={tab.path} tab={tab} isActive={tab.path === activePath} commands={commands} />
      ))}
    </div>
  )
}

interface StripTabProps {
  tab: Tab
  isActive: boolean
  commands: TabCommands
}

function StripTab({ tab, isActive, commands }: StripTabProps): ReactNode {
  const t = useMessages(shellMessages)
  const { label } = useLanguage()
  const title = label(tab.title)
  const run = (work: Promise<void>): void => {
    void work
  }
  const close = (): void => {
    if (!tab.isAffixed) run(commands.close(tab.path, 'self'))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const own = event.currentTarget.closest('[data-tab]')
    if (event.key === 'Delete') close()
    else if (event.key === 'ArrowRight') focusTab(own?.nextElementSibling)
    else if (event.key === 'ArrowLeft') focusTab(own?.previousElementSibling)
    else return
    event.preventDefault()
  }
  const onMiddle = (event: MouseEvent): void => {
    if (event.button !== 1) return
    event.preventDefault()
    close()
  }
  const menu: MenuProps = {
    items: [
      { key: 'refresh', label: t('refreshTab') },
      { key: 'self', label: t('closeTab'), disabled: tab.isAffixed },
      { key: 'left', label: t('closeLeft') },
      { key: 'right', label: t('closeRight') },
      { key: 'others', label: t('closeOthers') },
      { key: 'all', label: t('closeAll') },
      { type: 'divider' },
      { key: 'pin', label: tab.isPinned ? t('unpinTab') : t('pinTab'), disabled: tab.isAffixed },
      { key: 'window', label: t('openInWindow') },
      { key: 'reopen', label: t('reopenTab'), disabled: tabStore.get().closed.length === 0 },
    ],
    onClick: ({ key, domEvent }) => {
      domEvent.stopPropagation()
      if (key === 'refresh') run(commands.refresh(tab.path))
      else if (key === 'pin') commands.pin(tab.path, !tab.isPinned)
      else if (key === 'window') commands.openInNewWindow(tab.path)
      else if (key === 'reopen') commands.reopen()
      else if (isWhich(key)) run(commands.close(tab.path, key))
    },
  }
  return (
    <Dropdown menu={menu} trigger={['contextMenu']}>
      <div className={styles.tab} data-tab="" data-active={isActive} onAuxClick={onMiddle}>
        <button
          type="button"
          role="tab"
          aria-selected={isActive}
          tabIndex={isActive ? 0 : -1}
          className={styles.title}
          title={title}
          onClick={() => navigate(tab.location)}
          onKeyDown={onKeyDown}
        >
          {tab.isPinned && <PushpinFilled aria-hidden="true" />}
          {tab.isDirty && <span aria-label={t('unsaved')}>•</span>}
          {title}
        </button>
        {!tab.isAffixed && (
          <button
            type="button"
            tabIndex={-1}
            className={styles.close}
            aria-label={`${t('closeTab')} ${title}`}
            onClick={close}
          >
            <CloseOutlined aria-hidden="true" />
          </button>
        )}
      </div>
    </Dropdown>
  )
}

function isWhich(key: string): key is 'self' | 'left' | 'right' | 'others' | 'all' {
  return ['self', 'left', 'right', 'others', 'all'].includes(key)
}

function focusTab(element: Element | null | undefined): void {
  element?.querySelector<HTMLElement>('[role="tab"]')?.focus()
}
