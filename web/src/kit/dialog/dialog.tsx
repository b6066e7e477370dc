import { Button, Modal } from 'antd'
import type { ReactNode } from 'react'
import { useTab } from '../tab/tab-context.ts'
import { useLanguage } from '../text/language.ts'
import styles from './dialog.module.css'
import { useDraggable } from './use-draggable.ts'
import type { Draggable } from './use-draggable.ts'

export interface DialogProps {
  isOpen: boolean
  title: ReactNode
  children: ReactNode
  /** The X and the cancel button; Escape and clicks outside never close (product.md section 5). */
  onClose: () => void
  /** The verb of the dialog; without it there is only a close button. */
  actionText?: string
  onAction?: () => void
  isDangerous?: boolean
  isBusy?: boolean
  /** Why the action is not possible now; shown on the disabled button. */
  actionRefusal?: string | null
  /** 'normal' is 800 px, 'wide' 1440 px, 'narrow' 480 px; never wider than the screen. */
  size?: 'narrow' | 'normal' | 'wide'
  /** Left of the buttons. */
  footerExtra?: ReactNode
}

const widths = { narrow: 480, normal: 800, wide: 1440 } as const

/** On screens above 1920 px a dialog grows with the screen (product.md section 9). */
function widthOf(size: keyof typeof widths): string {
  const share = Math.round((widths[size] / 1920) * 100)
  return `min(94vw, max(${widths[size]}px, ${share}vw))`
}

/** Wraps the dialog's box, so that its title bar can move it. */
function movable(drag: Draggable): (node: ReactNode) => ReactNode {
  return (node) => (
    <div ref={drag.box} style={drag.style}>
      {node}
    </div>
  )
}

/**
 * The one dialog of the product. It belongs to its tab: it lives in the tab's element, covers
 * only that, and is still there with what was typed when the person comes back.
 */
export function Dialog(props: DialogProps): ReactNode {
  const { label } = useLanguage()
  const { host } = useTab()
  const drag = useDraggable(props.isOpen, host)
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
      keyboard={false}
      mask={{ closable: false, blur: false }}
      scrollLock={false}
      destroyOnHidden
      getContainer={host}
      onCancel={props.onClose}
      modalRender={movable(drag)}
      styles={{ body: { maxHeight: '70vh', overflow: 'auto' } }}
      footer={
        <div className={styles.footer}>
          {props.footerExtra}
          <span className={styles.spring} />
          <Button onClick={props.onClose}>
            {props.onAction === undefined
              ? label({ zh: '关闭', en: 'Close' })
              : label({ zh: '取消', en: 'Cancel' })}
          </Button>
          {props.onAction !== undefined && (
            <Button
              type="primary"
              aria-keyshortcuts="Control+Enter"
              danger={props.isDangerous === true}
              loading={props.isBusy === true}
              disabled={props.actionRefusal != null}
              title={props.actionRefusal ?? ''}
              onClick={props.onAction}
            >
              {props.actionText}
            </Button>
          )}
        </div>
      }
    >
      {props.children}
    </Modal>
  )
}
