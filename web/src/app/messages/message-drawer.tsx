import { Tabs } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { MessageType } from '@kufang/contract/messages/message-event.ts'
import { SidePanel } from '../../kit/dialog/side-panel.tsx'
import { useMessages } from '../../kit/text/messages.ts'
import { MessageList } from './message-list.tsx'
import { messagesTexts } from './messages-texts.ts'
import type { UnreadCounts } from '@kufang/contract/messages/message-view.ts'

/** Drawer of unread notices and to-dos (product.md sections 1 and 9). */
export function MessageDrawer(props: {
  isOpen: boolean
  counts: UnreadCounts
  onClose: () => void
}): ReactNode {
  const t = useMessages(messagesTexts)
  const { notices, todos } = props.counts
  const [chosen, setChosen] = useState<MessageType | null>(null)
  // Initial tab: to-dos, unless there are only notices.
  const part = chosen ?? (todos === 0 && notices > 0 ? 'notice' : 'agency')
  const list = (type: MessageType): ReactNode => (
    <MessageList type={type} onOpened={props.onClose} />
  )
  return (
    <SidePanel isOpen={props.isOpen} isModal title={t('title')} onClose={props.onClose}>
      <Tabs
        activeKey={part}
        onChange={(key) => setChosen(key === 'notice' ? 'notice' : 'agency')}
        destroyOnHidden
        items={[
          { key: 'notice', label: t('notices', { count: notices }), children: list('notice') },
          { key: 'agency', label: t('todos', { count: todos }), children: list('agency') },
        ]}
      />
    </SidePanel>
  )
}
