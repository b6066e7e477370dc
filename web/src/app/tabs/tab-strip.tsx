import { CloseOutlined, PushpinFilled } from '@ant-design/icons'
import { Dropdown } from 'antd'
import type { MenuProps } from 'antd'
import { memo, useCallback, useRef, useState } from 'react'
import type { KeyboardEvent, MouseEvent, ReactNode, WheelEvent } from 'react'
import { useStore } from '../../kit/state/store.ts'
import { useLanguage } from '../../kit/text/language.ts'
import { useMessages } from '../../kit/text/messages.ts'
import { shellMessages } from '../layout/shell-messages.ts'
import { navigate } from '../../kit/location/hash-location.ts'
import { AllTabs, StripArrow, useOverflow } from './overflowing-tabs.tsx'
import { isFixed, tabsToClose } from './tab-state.ts'
import type { CloseWhich, Tab } from './tab-state.ts'
import { panelId, tabId, tabStore } from './tab-store.ts'
import styles from './tab-strip.module.css'
import type { TabCommands } from './use-tab-commands.tsx'

/** Scroll distance per wheel event (product.md section 9). */
const wheelStep = 100

/** The open pages as a tablist, with a menu on each tab (shell.md section 2). */
export function TabStrip({ commands }: { commands: TabCommands }): ReactNode {
  const { tabs, activePath } = useStore(tabStore)
  const t = useMessages(shellMessages)
  const stripRef = useRef<HTMLDivElement>(null)
  const [menuOf, setMenuOf] = useState<string | null>(null)
  const overflow = useOverflow(stripRef, activePath, tabs.length)
  const isOverflowing = overflow.left || overflow.right
  const onMenu = useCallback((path: string, isOpen: boolean) => setMenuOf(isOpen ? path : null), [])
  const onWheel = (event: WheelEvent): void => {
    const way = event.deltaY === 0 ? event.deltaX : event.deltaY
    stripRef.current?.scrollBy({ left: way > 0 ? wheelStep : -wheelStep })
  }
  const strip = (
    <div
      ref={stripRef}
      className={styles.strip}
      role="tablist"
      aria-label={t('openPages')}
      data-tour="tabs"
      onWheel={onWheel}
      onScroll={() => setMenuOf(null)}
    >
      {tabs.map((tab) => (
        <StripTab
          key={tab.path}
          tab={tab}
          isActive={tab.path === activePath}
          commands={commands}
          isMenuOpen={menuOf === tab.path}
          onMenu={onMenu}
        />
      ))}
    </div>
  )
  return (
    <div className={styles.row}>
      {isOverflowing && <StripArrow strip={stripRef} to="left" isEnabled={overflow.left} />}
      {strip}
      {isOverflowing && (
        <>
          <StripArrow strip={stripRef} to="right" isEnabled={overflow.right} />
          <AllTabs tabs={tabs} activePath={activePath} />
        </>
      )}
    </div>
  )
}

interface StripTabProps {
  tab: Tab
  isActive: boolean
  commands: TabCommands
  isMenuOpen: boolean
  onMenu: (path: string, isOpen: boolean) => void
}

/** Memoised: a switch rerenders only two of many tabs. */
// oxlint-disable-next-line max-lines-per-function -- markup: the parts with a state of their own are components already
const StripTab = memo(function StripTab(props: StripTabProps): ReactNode {
  const { tab, isActive, commands } = props
  const t = useMessages(shellMessages)
  const { label } = useLanguage()
  const title = label(tab.title)
  const canClose = !isFixed(tab)
  const run = (work: Promise<void>): void => {
    void work
  }
  const close = (): void => {
    if (canClose) run(commands.close(tab.path, 'self'))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const own = event.currentTarget.closest('[data-tab]')
    const strip = own?.parentElement
    if (event.key === 'Delete') {
      // The tab is removed; a neighbour gets the focus unless the active page changes too.
      if (canClose && !isActive) focusTab(own?.nextElementSibling ?? own?.previousElementSibling)
      close()
    } else if (event.key === 'ArrowRight') focusTab(own?.nextElementSibling)
    else if (event.key === 'ArrowLeft') focusTab(own?.previousElementSibling)
    else if (event.key === 'Home') focusTab(strip?.firstElementChild)
    else if (event.key === 'End') focusTab(strip?.lastElementChild)
    else return
    event.preventDefault()
  }
  const onMiddle = (event: MouseEvent): void => {
    if (event.button !== 1) return
    event.preventDefault()
    close()
  }
  return (
    <Dropdown
      menu={tabMenu(tab, commands, t)}
      trigger={['contextMenu']}
      getPopupContainer={headOf}
      open={props.isMenuOpen}
      onOpenChange={(isOpen) => props.onMenu(tab.path, isOpen)}
    >
      <div
        className={styles.tab}
        role="presentation"
        data-tab={tab.path}
        data-active={isActive}
        data-fixed={!canClose}
        onAuxClick={onMiddle}
        onMouseDown={keepFromScrolling}
      >
        <button
          type="button"
          role="tab"
          id={tabId(tab.path)}
          aria-selected={isActive}
          {...(isActive && { 'aria-controls': panelId(tab.path) })}
          {...(canClose && { 'aria-keyshortcuts': 'Delete' })}
          tabIndex={isActive ? 0 : -1}
          className={styles.title}
          title={title}
          onClick={() => navigate(tab.location)}
          onKeyDown={onKeyDown}
        >
          {tab.isPinned && <PushpinFilled aria-hidden="true" />}
          {tab.isDirty && (
            <>
              <span className={styles.dirty} aria-hidden="true" />
              <span className={styles.unseen}>{t('unsaved')}</span>
            </>
          )}
          {title}
        </button>
        {canClose && (
          // For the pointer only: a tablist may contain only tabs; the keyboard has Delete and the menu.
          <span
            className={styles.close}
            aria-hidden="true"
            title={`${t('closeTab')} ${title}`}
            data-close=""
            onClick={close}
          >
            <CloseOutlined />
          </span>
        )}
      </div>
    </Dropdown>
  )
})

type Words = (key: keyof typeof shellMessages) => string

function tabMenu(tab: Tab, commands: TabCommands, t: Words): MenuProps {
  const state = tabStore.get()
  const closing = (key: CloseWhich, text: keyof typeof shellMessages) => ({
    key,
    label: t(text),
    disabled: tabsToClose(state, tab.path, key).length === 0,
  })
  return {
    items: [
      { key: 'refresh', label: t('refreshTab') },
      closing('self', 'closeTab'),
      closing('left', 'closeLeft'),
      closing('right', 'closeRight'),
      closing('others', 'closeOthers'),
      closing('all', 'closeAll'),
      { type: 'divider' },
      { key: 'pin', label: tab.isPinned ? t('unpinTab') : t('pinTab'), disabled: tab.isAffixed },
      { key: 'window', label: t('openInWindow') },
      { key: 'reopen', label: t('reopenTab'), disabled: state.closed.length === 0 },
    ],
    onClick: ({ key, domEvent }) => {
      domEvent.stopPropagation()
      if (key === 'refresh') void commands.refresh(tab.path)
      else if (key === 'pin') commands.pin(tab.path, !tab.isPinned)
      else if (key === 'window') commands.openInNewWindow(tab.path)
      else if (key === 'reopen') commands.reopen()
      else if (isWhich(key)) void commands.close(tab.path, key)
    },
  }
}

function isWhich(key: string): key is CloseWhich {
  return ['self', 'left', 'right', 'others', 'all'].includes(key)
}

/** The strip would clip the menu; the header around it does not. */
function headOf(node: HTMLElement): HTMLElement {
  return node.closest('header') ?? document.body
}

/** The middle button would start scrolling the strip. */
function keepFromScrolling(event: MouseEvent): void {
  if (event.button === 1) event.preventDefault()
}

function focusTab(element: Element | null | undefined): void {
  const tab = element?.querySelector<HTMLElement>('[role="tab"]')
  tab?.focus()
  tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}
