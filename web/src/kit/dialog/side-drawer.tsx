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
import { useHistoryStep } from './use-history-step.ts'

/** The preference key of the panel width in pixels. */
const widthKey = 'panel-width'
/** Below this width the quantities of document lines are not visible, pixels. */
const documentWidthMin = 640

/** The width of the panel: for a document the user's setting, by default half the page; at most the available width. */
function widthOf(isWide: boolean, kept: unknown): string {
  if (!isWide) return 'max(40%, min(100%, 400px))'
  const own = typeof kept === 'number' ? kept : null
  return `min(100%, max(${documentWidthMin}px, ${own === null ? '50%' : `${own}px`}))`
}

/**
 * A document beside its list; full width on a telephone. It covers only its own area: the list stays usable, and Alt+Up
 * and Alt+Down select the previous or next row from inside the panel.
 */
export default function SideDrawer(props: SidePanelProps): ReactNode {
  const { tab, hasWork } = useOwnWork()
  const body = useRef<HTMLDivElement>(null)
  const leave = useLeave(props.onClose, hasWork)
  useHistoryStep(props.isOpen && props.isModal !== true, leave)
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
      getContainer={tab.host}
      destroyOnHidden
      onClose={(event) => {
        // Escape in a field of the list beside it does not close the panel.
        if ('key' in event && isTypingOutside(event.target, body.current)) return
        leave(event)
      }}
      afterOpenChange={(isOpen) => {
        if (isOpen) focusFirst(body.current)
      }}
      rootStyle={{ insetBlockStart: tab.host() === document.body ? topOfPage() : 0 }}
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
      {/* As high as the panel, so that a document scrolls above its buttons, which stay in view. */}
      <div ref={body} style={{ outline: 'none', height: isWide ? '100%' : 'auto' }}>
        <TabContext.Provider value={tab}>{props.children}</TabContext.Provider>
      </div>
    </Drawer>
  )
}

/** Panels of the shell are placed below its bar and tabs, which stay visible and usable. */
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
