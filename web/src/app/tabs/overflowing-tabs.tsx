import { DownOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Dropdown } from 'antd'
import { useEffect, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { useLanguage } from '../../kit/text/language.ts'
import { useMessages } from '../../kit/text/messages.ts'
import { shellMessages } from '../layout/shell-messages.ts'
import { navigate } from '../../kit/location/hash-location.ts'
import type { Tab } from './tab-state.ts'
import styles from './tab-strip.module.css'

/** The ends of the strip that are out of view. */
interface Overflow {
  left: boolean
  right: boolean
}

/** Observes whether tabs are out of view, and keeps the active tab in view when the window becomes narrower. */
export function useOverflow(
  strip: RefObject<HTMLDivElement | null>,
  activePath: string,
  count: number,
): Overflow {
  const [overflow, setOverflow] = useState<Overflow>({ left: false, right: false })
  useEffect(() => {
    const element = strip.current
    if (element === null) return
    const look = (): void => {
      const { scrollLeft, scrollWidth, clientWidth } = element
      const left = scrollLeft > 0
      const right = scrollLeft + clientWidth < scrollWidth - 1
      setOverflow((known) =>
        known.left === left && known.right === right ? known : { left, right },
      )
    }
    const show = (): void => {
      element
        .querySelector('[aria-selected="true"]')
        ?.closest('[data-tab]')
        ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      look()
    }
    // It reports first after the next layout; reading the widths here would compute that of the new page once more.
    const observer = new ResizeObserver(show)
    observer.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [strip, activePath, count])
  return overflow
}

/** A button that scrolls the strip by most of its width. */
export function StripArrow(props: {
  strip: RefObject<HTMLDivElement | null>
  to: 'left' | 'right'
  isEnabled: boolean
}): ReactNode {
  const t = useMessages(shellMessages)
  const { strip, to } = props
  const name = t(to === 'left' ? 'tabsToTheLeft' : 'tabsToTheRight')
  const move = (): void => {
    const width = (strip.current?.clientWidth ?? 0) * 0.8
    strip.current?.scrollBy({ left: to === 'left' ? -width : width })
  }
  return (
    <button
      type="button"
      className={styles.end}
      aria-label={name}
      title={name}
      disabled={!props.isEnabled}
      onClick={move}
    >
      {to === 'left' ? <LeftOutlined aria-hidden /> : <RightOutlined aria-hidden />}
    </button>
  )
}

/** All open pages as a list. */
export function AllTabs({
  tabs,
  activePath,
}: {
  tabs: readonly Tab[]
  activePath: string
}): ReactNode {
  const t = useMessages(shellMessages)
  const { label } = useLanguage()
  const name = t('allTabs', { count: tabs.length })
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      getPopupContainer={(node) => node.closest('header') ?? document.body}
      menu={{
        className: styles.allTabs ?? '',
        selectedKeys: [activePath],
        items: tabs.map((tab) => ({ key: tab.path, label: label(tab.title) })),
        onClick: ({ key }) => {
          const chosen = tabs.find((tab) => tab.path === key)
          if (chosen !== undefined) navigate(chosen.location)
        },
      }}
    >
      <button type="button" className={styles.end} aria-label={name} title={name}>
        <DownOutlined aria-hidden />
      </button>
    </Dropdown>
  )
}
