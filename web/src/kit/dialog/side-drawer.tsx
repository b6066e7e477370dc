import { DownOutlined, UpOutlined } from '@ant-design/icons'
import { Button, Drawer, Space } from 'antd'
import { useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { usePreference, writePreference } from '../preferences/preferences.ts'
import { TabContext } from '../tab/tab-context.ts'
import { useLanguage } from '../text/language.ts'
import { focusFirst } from './first-field.ts'
import type { SidePanelProps } from './side-panel-props.ts'
import { useLeave, useOwnWork } from './use-escape.ts'

/** Under which a person's width of the panel is kept, pixels. */
const widthKey = 'panel-width'
/** Narrower than this the quantities of a document's lines are out of sight, pixels. */
const documentWidthMin = 640

/** The panel's width: a document's as the person left it, at first half the page; never more than there is. */
function widthOf(isWide: boolean, kept: unknown): string {
  if (!isWide) return 'max(40%, min(100%, 400px))'
  const own = typeof kept === 'number' ? kept : null
  return `min(100%, max(${documentWidthMin}px, ${own === null ? '50%' : `${own}px`}))`
}

/**
 * A document beside its list, on a telephone as wide as there is room. It covers nothing but its
 * own place: the list stays usable, and Alt+Up and Alt+Down walk through it from inside the panel.
 */
export default function SideDrawer(props: SidePanelProps): ReactNode {
  const { tab, hasWork } = useOwnWork()
  const { host } = tab
  const body = useRef<HTMLDivElement>(null)
  const leave = useLeave(props.onClose, hasWork)
  const { label } = useLanguage()
  const isWide = props.isWide === true
  const kept = usePreference(widthKey)
  const [dragged, setDragged] = useState<number | null>(null)
  const canWalk = props.onPrevious !== undefined || props.onNext !== undefined
  const walk = (event: KeyboardEvent): void => {
    if (!event.altKey) return
    if (event.key === 'ArrowUp') props.onPrevious?.()
    else if (event.key === 'ArrowDown') props.onNext?.()
    else return
    event.preventDefault()
  }
  return (
    <Drawer
      open={props.isOpen}
      title={props.title}
      size={widthOf(isWide, dragged ?? kept)}
      resizable={
        isWide && {
          onResize: setDragged,
          onResizeEnd: () => {
            if (dragged !== null) writePreference(widthKey, Math.round(dragged))
          },
        }
      }
      mask={props.isModal === true ? { closable: false, blur: false } : false}
      push={false}
      getContainer={host}
      destroyOnHidden
      onClose={(event) => {
        // The list beside it stays usable: Escape in one of its boxes is not meant for the panel.
        if ('key' in event && isTypingOutside(event.target, body.current)) return
        leave(event)
      }}
      afterOpenChange={(isOpen) => {
        if (isOpen) focusFirst(body.current)
      }}
      rootStyle={{ insetBlockStart: host() === document.body ? topOfPage() : 0 }}
      styles={{
        header: { padding: '8px 12px' },
        title: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
        body: { padding: 12 },
      }}
      footer={props.footer}
      onKeyDown={walk}
      extra={
        <Space>
          {props.extra}
          {canWalk && (
            <>
              <Button
                type="text"
                icon={<UpOutlined aria-hidden />}
                aria-label={label({ zh: '上一条', en: 'Previous' })}
                disabled={props.onPrevious === undefined}
                onClick={props.onPrevious}
              />
              <Button
                type="text"
                icon={<DownOutlined aria-hidden />}
                aria-label={label({ zh: '下一条', en: 'Next' })}
                disabled={props.onNext === undefined}
                onClick={props.onNext}
              />
            </>
          )}
        </Space>
      }
    >
      <div ref={body} style={{ outline: 'none' }}>
        <TabContext.Provider value={tab}>{props.children}</TabContext.Provider>
      </div>
    </Drawer>
  )
}

/** The shell's own panels lie under its bar and its tabs, which stay in sight and in reach. */
function topOfPage(): number {
  return document.querySelector('main')?.getBoundingClientRect().top ?? 0
}

function isTypingOutside(target: EventTarget | null, body: HTMLElement | null): boolean {
  return (
    target instanceof Element &&
    target.matches('input, textarea') &&
    body?.contains(target) === false
  )
}
