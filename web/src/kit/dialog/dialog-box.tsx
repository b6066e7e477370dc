import { Button, Modal } from 'antd'
import { useEffect, useId, useRef } from 'react'
import type { ReactNode, RefObject } from 'react'
import { useTab } from '../tab/tab-context.ts'
import { useLanguage } from '../text/language.ts'
import type { DialogProps } from './dialog-props.ts'
import styles from './dialog.module.css'
import { focusFirst, focusItself, hasFields } from './first-field.ts'
import { useDraggable } from './use-draggable.ts'
import type { Draggable } from './use-draggable.ts'
import { useLeave } from './use-escape.ts'

const widths = { narrow: 480, normal: 800, broad: 1080, wide: 1440 } as const

/**
 * On screens wider than 1920 px dialogs grow proportionally (product.md section 9). At most as wide as the tab's area,
 * which the sidebar narrows.
 */
function widthOf(size: keyof typeof widths): string {
  const share = Math.round((widths[size] / 1920) * 100)
  return `min(96cqw, max(${widths[size]}px, ${share}vw))`
}

/** Wraps the dialog so that it can be moved by its title bar. */
function movable(drag: Draggable): (node: ReactNode) => ReactNode {
  return (node) => (
    <div ref={drag.box} style={drag.style}>
      {node}
    </div>
  )
}

/** The content of `Dialog`, loaded on demand. */
export function DialogBox(props: DialogProps): ReactNode {
  const { label } = useLanguage()
  const { host } = useTab()
  const drag = useDraggable(props.isOpen, host)
  const isBusy = props.isBusy === true
  const body = useRef<HTMLDivElement>(null)
  const action = useRef<HTMLButtonElement>(null)
  const leave = useLeave(
    props.onClose,
    () => props.onAction !== undefined && (props.hasEntries === true || hasFields(body.current)),
  )
  const canAct = props.actionRefusal == null && props.isDangerous !== true
  const hasOpened = useRef(false)
  const whyNot = useId()
  // The button may wait for a preview; Enter confirms it then, unless the user has moved on.
  useEffect(() => {
    const isWaiting = body.current !== null && document.activeElement === body.current
    if (canAct && isWaiting && hasOpened.current) action.current?.focus({ preventScroll: true })
  }, [canAct])
  return (
    <Modal
      open={props.isOpen}
      title={
        <div className={styles.title} {...drag.handle}>
          {props.title}
        </div>
      }
      width={widthOf(props.size ?? 'normal')}
      centered
      keyboard={!isBusy}
      mask={{ closable: false, blur: false }}
      scrollLock={false}
      destroyOnHidden
      getContainer={host}
      onCancel={leave}
      afterOpenChange={(isOpen) => {
        hasOpened.current = isOpen
        if (isOpen) focusFirst(body.current, props.isDangerous === true ? null : action.current)
      }}
      modalRender={movable(drag)}
      classNames={{ wrapper: styles.place ?? '', body: styles.body ?? '' }}
      closable={{ disabled: isBusy }}
      footer={
        <div className={styles.footer}>
          {props.footerExtra}
          <span id={whyNot} className={styles.whyNot} role="status">
            {props.onAction === undefined ? '' : props.actionRefusal}
          </span>
          <Button disabled={isBusy} onClick={props.onClose}>
            {props.onAction === undefined
              ? label({ zh: '关闭', en: 'Close' })
              : label({ zh: '取消', en: 'Cancel' })}
          </Button>
          {props.onAction !== undefined && (
            <Button
              ref={action}
              type="primary"
              aria-keyshortcuts="Control+Enter"
              danger={props.isDangerous === true}
              loading={isBusy}
              disabled={props.actionRefusal != null}
              title={props.actionRefusal ?? ''}
              aria-describedby={whyNot}
              onClick={props.onAction}
            >
              {props.actionText}
            </Button>
          )}
        </div>
      }
    >
      <div ref={body} style={{ outline: 'none' }}>
        {props.children}
        <FocusWhileOpening place={body} />
      </div>
    </Modal>
  )
}

/**
 * Takes the focus as soon as the dialog is there. Otherwise antd's focus lock gives it to the X until the dialog has
 * opened, and an Enter in that time closes it.
 */
function FocusWhileOpening({ place }: { place: RefObject<HTMLElement | null> }): ReactNode {
  useEffect(() => {
    const element = place.current
    if (element !== null && !element.contains(document.activeElement)) focusItself(element)
  }, [place])
  return null
}
