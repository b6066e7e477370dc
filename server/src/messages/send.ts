import type { MessageEventCode, SendType } from '@kufang/contract/messages/message-event.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import type { Queryable } from '../platform/database/database.ts'
import { liveChannel } from '../platform/live/live-channel.ts'
import type { OutgoingType } from './channels.ts'
import { waysOf } from './channels.ts'
import type { NewDelivery, Sender } from './deliveries.ts'
import { addDeliveries } from './deliveries.ts'
import type { Receiver } from './receivers.ts'
import type { MessageParams, MessageTemplate } from './templates.ts'
import { readTemplates, renderMessage } from './templates.ts'
import type { StoredNotice } from './message-view.ts'

/** The event of a message. */
export interface Occasion {
  companyCode: string
  event: MessageEventCode
  subjectNo: string
  sender: Sender
  params: Record<'zh' | 'en', MessageParams>
}

/** The channels for an event in a company: both template and channel are on. */
async function openWays(
  queryable: Queryable,
  { companyCode, event }: Occasion,
  wanted: readonly SendType[],
): Promise<{ templates: Map<SendType, MessageTemplate>; ways: Set<SendType> }> {
  const templates = await readTemplates(queryable, event)
  const channels = await waysOf(queryable, companyCode)
  const isOpen = (way: SendType) =>
    templates.get(way)?.isOn === true && (way === 'mail' || channels.has(way))
  return { templates, ways: new Set(wanted.filter(isOpen)) }
}

/**
 * Inserts mail and chat for an event into the outbox, as far as switched on; returns the channels used. `seal` gives the
 * sealed secret of a message, see `addDeliveries`.
 */
export async function sendOutside(
  tx: Queryable,
  occasion: Occasion,
  receivers: readonly Receiver[],
  wanted: readonly OutgoingType[] = ['email', 'Nail'],
  seal?: (id: string) => string,
): Promise<Set<SendType>> {
  const { templates, ways } = await openWays(tx, occasion, wanted)
  const deliveries: NewDelivery[] = []
  const email = templates.get('email')
  if (ways.has('email') && email !== undefined) {
    const describeRefusal = {
      zh: renderMessage(email, 'zh', occasion.params.zh),
      en: renderMessage(email, 'en', occasion.params.en),
    }
    for (const { userId, userName, email: address, language } of receivers)
      if (address !== '')
        deliveries.push({
          sendType: 'email',
          userId,
          receiverName: userName,
          address,
          ...describeRefusal[language],
        })
  }
  const chat = templates.get('Nail')
  if (ways.has('Nail') && chat !== undefined) {
    const language = await languageOfChat(tx, occasion.companyCode)
    deliveries.push({
      sendType: 'Nail',
      userId: null,
      receiverName: chat.nameZh,
      address: '',
      ...renderMessage(chat, language, occasion.params[language]),
    })
  }
  await addDeliveries(tx, occasion, deliveries, seal)
  return ways
}

async function languageOfChat(queryable: Queryable, companyCode: string): Promise<'zh' | 'en'> {
  const [row] = await queryable.query<{ language: 'zh' | 'en' }>(
    `select language from message_channel where company_code in ('', $1) and send_type = 'Nail' order by company_code desc limit 1`,
    [companyCode],
  )
  return row?.language ?? 'zh'
}

/**
 * Writes a notice with its recipients in the caller's transaction; processes then push it to connected recipients. Null
 * if in-app messages of the event are switched off.
 */
export async function sendInApp(
  tx: Queryable,
  occasion: Occasion,
  notice: Pick<StoredNotice, 'contentType' | 'department' | 'handleUrl'>,
  receivers: readonly Receiver[],
): Promise<string | null> {
  const { templates, ways } = await openWays(tx, occasion, ['mail'])
  const template = templates.get('mail')
  if (!ways.has('mail') || template === undefined) return null
  const id = newId()
  const zh = renderMessage(template, 'zh', occasion.params.zh)
  const en = renderMessage(template, 'en', occasion.params.en)
  await tx.query(
    `insert into message (company_code, id, event, content_type, department, title_zh, title_en, content_zh, content_en, handle_url, subject_no, receiver_count, created_by, created_by_name)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      occasion.companyCode,
      id,
      occasion.event,
      notice.contentType,
      notice.department,
      zh.title,
      en.title,
      zh.content,
      en.content,
      notice.handleUrl,
      occasion.subjectNo,
      receivers.length,
      occasion.sender.userId,
      occasion.sender.userName,
    ],
  )
  await tx.query(
    `insert into message_receiver (company_code, message_id, user_id) select $1, $2, unnest($3::uuid[])`,
    [occasion.companyCode, id, receivers.map(({ userId }) => userId)],
  )
  tx.announce(liveChannel, `message|${occasion.companyCode}|${id}`)
  return id
}
