import type { MessageEventCode, SendType } from '@kufang/contract/messages/message-event.ts'

/** The template of an event for one channel (GET /api/messages/templates). */
export interface MessageTemplate {
  event: MessageEventCode
  sendType: SendType
  titleZh: string
  titleEn: string
  contentZh: string
  contentEn: string
  isOn: boolean
  version: number
  updatedAt: string
}
