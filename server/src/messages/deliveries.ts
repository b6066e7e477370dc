import type { MessageEventCode } from '@kufang/contract/messages/message-event.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import type { Queryable } from '../platform/database/database.ts'
import { addJob } from '../platform/jobs/jobs.ts'
import type { OutgoingType } from './channels.ts'

export const deliverTask = 'deliverMessage'

/** A mail or chat message in the outbox. */
export interface Delivery {
  companyCode: string
  id: string
  event: MessageEventCode
  sendType: OutgoingType
  userId: string | null
  receiverName: string
  address: string
  title: string
  content: string
  subjectNo: string
  state: 'pending' | 'sent' | 'failed'
  attempts: number
  problemZh: string
  problemEn: string
  createdAt: string
  createdByName: string
  sentAt: string | null
}

export type NewDelivery = Pick<
  Delivery,
  'sendType' | 'userId' | 'receiverName' | 'address' | 'title' | 'content'
>

/** The sender: a person, or the system. */
export interface Sender {
  userId: string
  userName: string
}

/** Stands in a text for its secret, which is sealed beside it in the outbox and inserted when it is sent. */
export const secretMarker = '[[secret]]'
export const secretContext = (id: string): string => `message-delivery/${id}`

/**
 * Inserts messages and their jobs in the caller's transaction, with two statements. `seal` gives the sealed secret of a
 * message by its id.
 */
export async function addDeliveries(
  tx: Queryable,
  origin: {
    companyCode: string
    event: MessageEventCode
    subjectNo: string
    sender: Sender
  },
  deliveries: readonly NewDelivery[],
  seal: (id: string) => string = () => '',
): Promise<void> {
  if (deliveries.length === 0) return
  const ids = deliveries.map(() => newId())
  await tx.query(
    `insert into message_delivery (company_code, id, event, subject_no, created_by, created_by_name, send_type, user_id, receiver_name, address, title, content, sealed)
     select $1, d.id, $2, $3, $4, $5, d.send_type, d.user_id, d.receiver_name, d.address, d.title, d.content, d.sealed
     from unnest($6::uuid[], $7::text[], $8::uuid[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[])
       as d (id, send_type, user_id, receiver_name, address, title, content, sealed)`,
    [
      origin.companyCode,
      origin.event,
      origin.subjectNo,
      origin.sender.userId,
      origin.sender.userName,
      ids,
      deliveries.map(({ sendType }) => sendType),
      deliveries.map(({ userId }) => userId),
      deliveries.map(({ receiverName }) => receiverName),
      deliveries.map(({ address }) => address),
      deliveries.map(({ title }) => title),
      deliveries.map(({ content }) => content),
      ids.map(seal),
    ],
  )
  await tx.query(
    `select public.add_background_job($1, json_build_object('companyCode', $2::text, 'id', id), null, null, null, $1 || ' ' || id)
     from unnest($3::uuid[]) as id`,
    [deliverTask, origin.companyCode, ids],
  )
}

/** Schedules a message at a given time; a waiting job for it is replaced. */
export async function scheduleDelivery(
  tx: Queryable,
  { companyCode, id }: Pick<Delivery, 'companyCode' | 'id'>,
  runAt?: Date,
): Promise<void> {
  await addJob(
    tx,
    deliverTask,
    { companyCode, id },
    { key: `${deliverTask} ${id}`, ...(runAt === undefined ? {} : { runAt }) },
  )
}

/** Resends a message from the start on request. False if it was already sent. */
export async function resendDelivery(
  tx: Queryable,
  delivery: Pick<Delivery, 'companyCode' | 'id'>,
): Promise<boolean> {
  const reset = await tx.query(
    `update message_delivery set state = 'pending', attempts = 0, updated_at = now() where company_code = $1 and id = $2 and state <> 'sent' returning id`,
    [delivery.companyCode, delivery.id],
  )
  if (reset.length === 0) return false
  await scheduleDelivery(tx, delivery)
  return true
}
