import type { Queryable } from '../platform/database/database.ts'

/** Days for which read notices and sent deliveries are kept. */
const noticeDays = 400
const deliveryDays = 180

/** Nightly: deletes old read notices, sent deliveries and read marks. Unread and unsent ones are kept. */
export async function cleanUpMessages(tx: Queryable): Promise<void> {
  await tx.query(`delete from message_receiver where read_at < now() - make_interval(days => $1)`, [
    noticeDays,
  ])
  await tx.query(
    `delete from message m where m.created_at < now() - make_interval(days => $1)
       and not exists (select from message_receiver r where r.company_code = m.company_code and r.message_id = m.id)`,
    [noticeDays],
  )
  await tx.query(
    `delete from message_delivery where state = 'sent' and sent_at < now() - make_interval(days => $1)`,
    [deliveryDays],
  )
  await tx.query(
    `delete from todo_read d using todo t where t.company_code = d.company_code and t.id = d.todo_id
       and t.done_at < now() - make_interval(days => $1)`,
    [deliveryDays],
  )
}
