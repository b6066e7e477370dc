import { handleTarget } from '@kufang/contract/messages/handle-target.ts'
import type { MessageType } from '@kufang/contract/messages/message-event.ts'
import { toast } from '../../kit/feedback/toast.ts'
import { useMessages } from '../../kit/text/messages.ts'
import { navigate } from '../../kit/location/hash-location.ts'
import { appPages } from '../page-list.ts'
import { messagesTexts } from './messages-texts.ts'
import { useMarkRead } from './unread.ts'

/** Path of a message in its own tab. */
export function messagePath(type: MessageType, id: string): string {
  return `/message/${type}/${id}`
}

/** Navigates to the target of a message; shows an error if it is not a page. */
export function useHandleMessage(): (handleUrl: string) => boolean {
  const t = useMessages(messagesTexts)
  return (handleUrl) => {
    const target = handleTarget(handleUrl, appPages)
    if (target === null) toast.warning(t('notAPage'))
    else navigate(target)
    return target !== null
  }
}

/**
 * Opening a message marks it read and navigates to its page; a notice without a page is shown itself. If marking a
 * notice fails, an error is shown and the notice remains (product.md section 8).
 */
export function useOpenMessage(): (message: {
  msgSendId: string
  msgType: MessageType
  handleUrl: string
}) => Promise<void> {
  const markRead = useMarkRead()
  const handle = useHandleMessage()
  return async ({ msgSendId, msgType, handleUrl }) => {
    try {
      await markRead(msgType, [msgSendId])
    } catch (thrown) {
      toast.error(thrown)
      if (msgType === 'notice') return
    }
    if (handleUrl === '') navigate(messagePath(msgType, msgSendId))
    else handle(handleUrl)
  }
}
