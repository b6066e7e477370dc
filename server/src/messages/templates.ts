import type { MessageEventCode, SendType } from '@kufang/contract/messages/message-event.ts'
import { renderTemplate } from '@kufang/kernel/refusal.ts'
import type { Queryable } from '../platform/database/database.ts'
import { cleanHtml, escapeHtml } from './clean-html.ts'

/** How an event is told on one way, and whether it is. */
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

/** Values for the names in braces. `content` is HTML, cleaned already; all others are plain. */
export type MessageParams = Record<string, string>

export interface RenderedMessage {
  title: string
  /** HTML, clean. */
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

/** The template of an event that is always there: the migration laid it down and nobody can delete it. */
export async function readTemplate(
  queryable: Queryable,
  event: MessageEventCode,
  sendType: SendType,
): Promise<MessageTemplate> {
  const template = (await readTemplates(queryable, event)).get(sendType)
  if (template === undefined) throw new Error(`no template of ${event} for ${sendType}`)
  return template
}

/** Title and text in one language; an empty value shows as a dash, so that sentences stay readable. */
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
