import { Button, Spin } from 'antd'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { formatTime } from '@kufang/kernel/time.ts'
import type { MessageType } from '@kufang/contract/messages/message-event.ts'
import type { MessageView } from '@kufang/contract/messages/message-view.ts'
import { TabState } from '../../kit/document/tab-state.tsx'
import { toast } from '../../kit/feedback/toast.ts'
import { momentText } from '../../kit/fields/moment-text.ts'
import { useLanguage } from '../../kit/text/language.ts'
import { useMessages } from '../../kit/text/messages.ts'
import { navigate } from '../../kit/location/hash-location.ts'
import { messagesTexts } from './messages-texts.ts'
import styles from './messages.module.css'
import { plainText } from './plain-text.ts'
import { useMarkRead, useOwnIdentity, useUnreadList } from './unread.ts'
import { messagePath, useOpenMessage } from './use-open-message.ts'

/** Distance from the end at which the next 50 are loaded, px (product.md section 9). */
const triggerDistance = 15

/** Unread messages of one kind; scrolling to the end loads more. */
export function MessageList(props: { type: MessageType; onOpened: () => void }): ReactNode {
  const { type, onOpened } = props
  const t = useMessages(messagesTexts)
  const identity = useOwnIdentity()
  const list = useUnreadList(type, identity?.userId)
  const markRead = useMarkRead()
  const open = useOpenMessage()
  const box = useRef<HTMLDivElement>(null)
  const { hasNextPage, isFetching, fetchNextPage } = list
  const more = (): void => {
    const { current } = box
    if (current === null || !hasNextPage || isFetching) return
    const left = current.scrollHeight - current.scrollTop - current.clientHeight
    if (left <= triggerDistance) fetchNextPage().catch(toast.error)
  }
  // Reading messages shortens the list, possibly until it cannot be scrolled.
  useEffect(more)
  if (list.data === undefined) {
    return <TabState error={list.error} isLoading onRetry={list.refetch} />
  }
  if (list.rows.length === 0 && !hasNextPage) {
    return (
      <TabState
        error={list.error}
        isLoading={false}
        onRetry={list.refetch}
        empty={t(type === 'notice' ? 'noNotices' : 'noTodos')}
      />
    )
  }
  return (
    <>
      {type === 'notice' && (
        <div className={styles.listHead}>
          <Button
            size="small"
            type="link"
            onClick={() => {
              const ids = list.rows.map(({ msgSendId }) => msgSendId).slice(0, 500)
              markRead(type, ids).catch(toast.error)
            }}
          >
            {t('markAllRead')}
          </Button>
        </div>
      )}
      <div ref={box} className={styles.list} onScroll={more}>
        <ul className={styles.rows}>
          {list.rows.map((message) => (
            <Row
              key={message.msgSendId}
              message={message}
              onOpen={() => {
                onOpened()
                open(message).catch(toast.error)
              }}
              onDetail={() => {
                onOpened()
                navigate(messagePath(type, message.msgSendId))
              }}
            />
          ))}
        </ul>
        <p className={styles.end} role="status">
          {hasNextPage ? (
            <>
              <Spin size="small" /> {t('loadingMore')}
            </>
          ) : (
            t('allLoaded')
          )}
        </p>
      </div>
    </>
  )
}

function Row(props: { message: MessageView; onOpen: () => void; onDetail: () => void }): ReactNode {
  const { message } = props
  const t = useMessages(messagesTexts)
  const { language } = useLanguage()
  return (
    <li className={styles.row}>
      <button type="button" className={styles.rowMain} onClick={props.onOpen}>
        <strong className={styles.rowTitle}>{message.msgTitle}</strong>
        <span className={styles.rowText}>{plainText(message.msgContent)}</span>
        <span className={styles.rowFoot} title={momentText(message.createTime)}>
          {message.sendUserName !== '' && `${message.sendUserName} · `}
          {language === 'zh' ? formatTime(message.createTime) : momentText(message.createTime)}
        </span>
      </button>
      <Button
        type="link"
        size="small"
        aria-label={t('detailOf', { title: message.msgTitle })}
        onClick={props.onDetail}
      >
        {t('detail')}
      </Button>
    </li>
  )
}
