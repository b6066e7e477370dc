import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Descriptions } from 'antd'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { contentTypes, messageTypes, sendTypes } from '@kufang/contract/messages/message-event.ts'
import type { MessageType } from '@kufang/contract/messages/message-event.ts'
import type { MessageView } from '@kufang/contract/messages/message-view.ts'
import { api } from '../../kit/api/client.ts'
import { TabState } from '../../kit/document/tab-state.tsx'
import { recordError } from '../../kit/feedback/error-log.ts'
import { momentText } from '../../kit/fields/moment-text.ts'
import { emptyValue } from '../../kit/grid/cell-format.ts'
import { PageFrame } from '../../kit/pages/frame/page-frame.tsx'
import { usePageLocation } from '../../kit/tab/page-location.ts'
import { useTabTitle } from '../../kit/tab/tab-context.ts'
import { useLanguage } from '../../kit/text/language.ts'
import { useMessages } from '../../kit/text/messages.ts'
import { messagesTexts } from './messages-texts.ts'
import styles from './messages.module.css'
import { useMarkRead } from './unread.ts'
import { useHandleMessage } from './use-open-message.ts'

interface MessageDetail extends MessageView {
  appName: string
  tempName: string
  receiveUserName: string
}

/** One message in full; a to-do links to its page (product.md section 2). */
export default function MessageDetailPage(): ReactNode {
  const { type: given = '', id = '' } = usePageLocation().params
  const type: MessageType = given === 'agency' ? 'agency' : 'notice'
  const t = useMessages(messagesTexts)
  const { language, label } = useLanguage()
  const client = useQueryClient()
  const handle = useHandleMessage()
  const markRead = useMarkRead()
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ['messages', 'detail', type, id, language],
    queryFn: ({ signal }) => api.get<MessageDetail>(`/api/messages/${type}/${id}`, { signal }),
    staleTime: Infinity,
  })
  useTabTitle(data?.msgTitle ?? null)
  const isShown = data !== undefined
  useEffect(() => {
    if (!isShown) return
    // Opening a message marks it read; a failure to record that is not shown.
    markRead(type, [id]).catch((thrown: unknown) => recordError(thrown, 'message read'))
    // oxlint-disable-next-line react/exhaustive-deps -- once for each message that is shown, not for each rendering
  }, [isShown, type, id, client])
  if (data === undefined) return <TabState error={error} isLoading={isLoading} onRetry={refetch} />
  const shown = (value: string): string => (value === '' ? emptyValue : value)
  const items: [name: keyof typeof messagesTexts, value: string][] = [
    ['appName', data.appName],
    ['tempName', data.tempName],
    ['msgTitle', data.msgTitle],
    ['bizId', data.bizId],
    ['receiveUserName', data.receiveUserName],
    ['msgType', label(messageTypes[data.msgType])],
    ['sendType', label(sendTypes[data.sendType])],
    ['contentType', label(contentTypes[data.contentType])],
    ['sendUserName', data.sendUserName],
    ['createTime', momentText(data.createTime)],
  ]
  return (
    <PageFrame
      title={data.msgTitle}
      primary={
        data.msgType === 'agency' && (
          <Button type="primary" onClick={() => handle(data.handleUrl)}>
            {t('handle')}
          </Button>
        )
      }
    >
      <div className={styles.detail}>
        <p className={styles.detailFrom}>
          {t(data.sendUserName === '' ? 'sentAt' : 'sentBy', {
            who: data.sendUserName,
            at: momentText(data.createTime),
          })}
        </p>
        <section aria-label={t('msgContent')}>
          <div
            className={styles.content}
            // Sanitised by the server before it was stored (server/src/messages/clean-html.ts).
            dangerouslySetInnerHTML={{ __html: data.msgContent }}
          />
        </section>
        <details>
          <summary>{t('properties')}</summary>
          <Descriptions
            bordered
            size="small"
            column={{ xs: 1, md: 2 }}
            items={items.map(([name, value]) => ({
              key: name,
              label: t(name as 'appName'),
              children: shown(value),
            }))}
          />
        </details>
      </div>
    </PageFrame>
  )
}
