import { CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { messageTypes } from '@kufang/contract/messages/message-event.ts'
import { toast } from '../../kit/feedback/toast.ts'
import { useStore } from '../../kit/state/store.ts'
import { useLanguage } from '../../kit/text/language.ts'
import { useMessages } from '../../kit/text/messages.ts'
import { sidebarStore } from '../menu/sidebar-state.ts'
import { messagesTexts } from './messages-texts.ts'
import styles from './messages.module.css'
import { plainText } from './plain-text.ts'
import type { LiveMessages } from './use-live-messages.ts'
import { useOpenMessage } from './use-open-message.ts'

/** Time to read two lines; hovering or focusing it keeps it open. */
const shownMs = 8000

interface ShownProps {
  shown: NonNullable<LiveMessages['shown']>
  onClose: () => void
  onAll: () => void
}

/**
 * Notification of a new message, sliding in from the bottom (product.md section 2). There is only one at a time: the
 * next replaces it and shows the number of messages; open dialogs are not affected.
 */
export function LiveNotification(props: {
  shown: LiveMessages['shown']
  onClose: () => void
  onAll: () => void
}): ReactNode {
  const { shown } = props
  const { isOpen, isMobile } = useStore(sidebarStore)
  return createPortal(
    <div
      className={styles.place}
      data-in-menu={isOpen && !isMobile}
      role="status"
      aria-live="polite"
    >
      {/* A new key per message: hovering the previous one does not keep the next. */}
      {shown !== null && <Shown key={shown.message.msgSendId} {...props} shown={shown} />}
    </div>,
    document.body,
  )
}

function Shown({ shown, onClose, onAll }: ShownProps): ReactNode {
  const t = useMessages(messagesTexts)
  const { label } = useLanguage()
  const open = useOpenMessage()
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (isHeld) return undefined
    const timer = setTimeout(onClose, shownMs)
    return () => clearTimeout(timer)
  }, [isHeld, onClose])
  return (
    <div
      className={styles.notification}
      role="presentation"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div className={styles.notificationHead}>
        <span className={styles.kind}>{label(messageTypes[shown.message.msgType])}</span>
        <strong className={styles.notificationTitle}>{shown.message.msgTitle}</strong>
        <Button
          type="text"
          size="small"
          icon={<CloseOutlined aria-hidden />}
          aria-label={t('close')}
          onClick={onClose}
        />
      </div>
      <p className={styles.notificationText}>{plainText(shown.message.msgContent)}</p>
      <div className={styles.notificationFoot}>
        {shown.more > 0 && (
          <Button type="link" size="small" onClick={onAll}>
            {t('more', { count: shown.more })}
          </Button>
        )}
        <span className={styles.spring} />
        <Button
          size="small"
          type="primary"
          onClick={() => {
            onClose()
            open(shown.message).catch(toast.error)
          }}
        >
          {t('open')}
        </Button>
      </div>
    </div>
  )
}

/** Shown once if the browser does not support web sockets (product.md section 8). */
export function MissingChannel(): ReactNode {
  const t = useMessages(messagesTexts)
  const [isOpen, setOpen] = useState(true)
  if (!isOpen) return null
  return createPortal(
    <div className={styles.place}>
      <div className={styles.notification} role="alert">
        <div className={styles.notificationHead}>
          <strong className={styles.notificationTitle}>{t('noWebsocket')}</strong>
          <Button
            type="text"
            size="small"
            icon={<CloseOutlined aria-hidden />}
            aria-label={t('close')}
            onClick={() => setOpen(false)}
          />
        </div>
      </div>
    </div>,
    document.body,
  )
}
