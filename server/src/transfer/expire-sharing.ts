import type { Logger } from 'pino'
import { newId } from '@kufang/kernel/identifier.ts'
import { clock, systemDocuments } from '../document/public.ts'
import type { Database } from '../platform/database/database.ts'
import { systemSession } from '../platform/session/session.ts'

/**
 * Ends the sharing requests that nobody has answered until the day on which their goods are needed, with the documents of
 * the other companies. Each is a transaction of its own, which looks again under the lock.
 * @returns how many ended
 */
export async function expireSharing(
  database: Database,
  log: Pick<Logger, 'info'>,
): Promise<number> {
  const { today } = clock()
  const due = await database.query<{ companyCode: string; id: string; docNo: string }>(
    `select company_code, id, doc_no from sharing_request where state = 'asked' and needed_by < $1
     order by company_code, needed_by, id`,
    [today],
  )
  let ended = 0
  for (const { companyCode, id, docNo } of due) {
    const isEnded = await database.transaction(async (tx) => {
      const [standing] = await tx.query<{ id: string }>(
        `select id from sharing_request where company_code = $1 and id = $2 and state = 'asked' and needed_by < $3 for update`,
        [companyCode, id, today],
      )
      if (standing === undefined) return false
      const session = systemSession([companyCode], newId())
      await systemDocuments(tx, session, clock()).act('sharing-request', companyCode, id, 'expire')
      return true
    })
    if (!isEnded) continue
    ended += 1
    log.info({ companyCode, sharingRequest: docNo }, 'sharing request expired')
  }
  return ended
}
