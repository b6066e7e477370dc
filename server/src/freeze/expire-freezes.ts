import type { Logger } from 'pino'
import { newId } from '@kufang/kernel/identifier.ts'
import { clock, systemDocuments } from '../document/public.ts'
import type { Database } from '../platform/database/database.ts'
import { systemSession } from '../platform/session/session.ts'

/**
 * Ends the freezes for work orders whose last day is over: whatever nobody has drawn is free. Other freezes stay until a
 * person releases them, who is reminded of them. Each is a transaction of its own, which looks again under the lock.
 * @returns how many ended
 */
export async function expireFreezes(
  database: Database,
  log: Pick<Logger, 'info'>,
): Promise<number> {
  const { today } = clock()
  const due = await database.query<{ companyCode: string; id: string; docNo: string }>(
    `select company_code, id, doc_no from freeze_order
     where freeze_type = 'eam' and state in ('frozen', 'partlyReleased') and hold_until < $1
     order by company_code, hold_until, id`,
    [today],
  )
  let ended = 0
  for (const { companyCode, id, docNo } of due) {
    const isEnded = await database.transaction(async (tx) => {
      const [standing] = await tx.query<{ id: string }>(
        `select id from freeze_order where company_code = $1 and id = $2 and state in ('frozen', 'partlyReleased')
           and hold_until < $3 for update`,
        [companyCode, id, today],
      )
      if (standing === undefined) return false
      const session = systemSession([companyCode], newId())
      await systemDocuments(tx, session, clock()).act('freeze-order', companyCode, id, 'expire')
      return true
    })
    if (!isEnded) continue
    ended += 1
    log.info({ companyCode, freezeOrder: docNo }, 'freeze of a work order ended')
  }
  return ended
}
