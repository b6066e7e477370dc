import { handleTarget } from '@kufang/contract/messages/handle-target.ts'
import type { MessageType } from '@kufang/contract/messages/message-event.ts'
import { toast } from '../../kit/feedback/toast.ts'
import { useMessages } from '../../kit/text/messages.ts'
import { navigate } from '../location/hash-location.ts'
import { appPages } from '../page-list.ts'
import { messagesTexts } from './messages-texts.ts'
import { useMarkRead } from './unread.ts'

/** Address of a message in a tab of its own. */
export function messagePath(type: MessageType, id: string): string {
  return `/message/${type}/${id}`
}

/** Goes to where a message leads; says so where that is no page. */
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
 * Opening a message marks it read and leads to its page; a notice without one is shown itself. A
 * notice that cannot be marked is said so and stays (product.md section 8).
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
