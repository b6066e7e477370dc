import type { MessageEventCode, SendType } from '@kufang/contract/messages/message-event.ts'
import { renderTemplate } from '@kufang/kernel/refusal.ts'
import type { Queryable } from '../platform/database/database.ts'
import { cleanHtml, escapeHtml } from './clean-html.ts'

/** The template of an event for one channel, and whether it is on. */
export interface MessageTemplate {
  event: MessageEventCode
  sendType: SendType
  nameZh: string
  nameEn: string
  titleZh: string
  titleEn: string
  contentZh: string
  contentEn: string
  isOn: boolean
  version: number
  updatedAt: string
}

/** Values of placeholders. `content` is sanitised HTML; all others are plain text. */
export type MessageParams = Record<string, string>

export interface RenderedMessage {
  title: string
  /** Sanitised HTML. */
  content: string
}

export async function readTemplates(
  queryable: Queryable,
  event: MessageEventCode,
): Promise<Map<SendType, MessageTemplate>> {
  const rows = await queryable.query<MessageTemplate>(
    `select * from message_template where event = $1`,
    [event],
  )
  return new Map(rows.map((row) => [row.sendType, row]))
}

/** The template of an event, which always exists: created by the migration and not deletable. */
export async function readTemplate(
  queryable: Queryable,
  event: MessageEventCode,
  sendType: SendType,
): Promise<MessageTemplate> {
  const template = (await readTemplates(queryable, event)).get(sendType)
  if (template === undefined) throw new Error(`no template of ${event} for ${sendType}`)
  return template
}

/** Title and text in one language; empty values are shown as a dash. */
export function renderMessage(
  template: MessageTemplate,
  language: 'zh' | 'en',
  params: MessageParams,
): RenderedMessage {
  const shown = Object.entries(params).map(([name, value]) => [name, value === '' ? '-' : value])
  const plain = Object.fromEntries(shown) as MessageParams
  const escaped = Object.fromEntries(
    Object.entries(plain).map(([name, value]) => [
      name,
      name === 'content' ? value : escapeHtml(value),
    ]),
  )
  const [title, content] =
    language === 'en'
      ? [template.titleEn, template.contentEn]
      : [template.titleZh, template.contentZh]
  return {
    title: renderTemplate(title, plain).replaceAll(/\s+/g, ' ').trim().slice(0, 200),
    content: cleanHtml(renderTemplate(content, escaped)),
  }
}
