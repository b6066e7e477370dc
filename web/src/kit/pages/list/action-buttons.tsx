import { DownOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { useLayoutEffect, useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { defineMessages, useMessages } from '../../text/messages.ts'
import styles from '../frame/pages.module.css'
import { fittingActions } from './fitting-actions.ts'
import type { OfferedAction } from './fitting-actions.ts'

const messages = defineMessages({
  more: { zh: '更多操作', en: 'More actions' },
})

/** An action as a button, or as an entry of the menu beside the buttons. */
export interface ActionButton extends OfferedAction {
  /** Why it cannot be executed; empty if it can. */
  reason: string
  isDangerous: boolean
}

/** Width of the bar besides its buttons: the row count it leaves free and its padding, pixels (pages.module.css). */
const besideButtons = 380 + 16
const gap = 8

/** The free width for the buttons in the bar, beside what else it contains, in pixels. */
function useRoom(buttons: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(Infinity)
  const read = (): void => {
    const bar = buttons.current?.parentElement
    const page = bar?.parentElement
    // The page of a hidden tab has no width.
    if (bar == null || page == null || page.clientWidth === 0) return
    const others = [...bar.children].filter((child) => child !== buttons.current)
    const taken = others.reduce((sum, child) => sum + child.clientWidth + gap, 0)
    setRoom(page.clientWidth - besideButtons - taken)
  }
  useLayoutEffect(read)
  useLayoutEffect(() => {
    const page = buttons.current?.parentElement?.parentElement
    if (page == null) return undefined
    const observer = new ResizeObserver(read)
    observer.observe(page)
    return () => observer.disconnect()
    // oxlint-disable-next-line react/exhaustive-deps -- it reads the elements anew each time
  }, [])
  return room
}

/**
 * The actions of a selection bar in one row, the last at the right end: buttons as far as they fit, the others in a menu
 * with their reasons, left of them.
 */
export function ActionButtons(props: {
  actions: readonly ActionButton[]
  isDisabled: boolean
  onAction: (name: string) => void
}): ReactNode {
  const { actions, isDisabled, onAction } = props
  const t = useMessages(messages)
  const row = useRef<HTMLDivElement>(null)
  const fitting = fittingActions(actions, useRoom(row), t('more'))
  const others = actions.filter(({ name }) => !fitting.has(name))
  return (
    <div ref={row} className={styles.actionButtons}>
      {others.length > 0 && (
        <Dropdown
          trigger={['click']}
          placement="topRight"
          menu={{
            items: others.map(({ name, text, reason, isDangerous, isPossible }) => ({
              key: name,
              danger: isDangerous,
              disabled: !isPossible || isDisabled,
              label: (
                <span className={styles.menuAction}>
                  {text}
                  {reason !== '' && <small>{reason}</small>}
                </span>
              ),
            })),
            onClick: ({ key }) => onAction(key),
          }}
        >
          <Button>
            {t('more')}
            <DownOutlined aria-hidden />
          </Button>
        </Dropdown>
      )}
      {actions
        .filter(({ name }) => fitting.has(name))
        .map(({ name, text, reason, isDangerous, isPossible, isPrimary }) => (
          <span key={name} title={reason}>
            <Button
              type={isPrimary === true ? 'primary' : 'default'}
              danger={isDangerous}
              {...(isPrimary === true && { 'aria-keyshortcuts': 'Control+Enter' })}
              disabled={!isPossible || isDisabled}
              aria-description={reason}
              onClick={() => onAction(name)}
            >
              {text}
            </Button>
          </span>
        ))}
    </div>
  )
}
