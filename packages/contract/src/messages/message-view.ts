import type { ContentType, MessageType, SendType } from './message-event.ts'

/** A message in the format of the existing calls (product.md section 3), in the reader's language. */
export interface MessageView {
  msgSendId: string
  msgTitle: string
  /** Sanitised HTML. */
  msgContent: string
  msgType: MessageType
  handleUrl: string
  sendType: SendType
  contentType: ContentType
  /** The number of its subject. */
  bizId: string
  sendUserName: string
  createTime: string
}

/** The number of unread items of a person. */
export interface UnreadCounts {
  notices: number
  todos: number
}
