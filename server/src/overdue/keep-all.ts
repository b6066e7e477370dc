import type { Logger } from 'pino'
import type { Database } from '../platform/database/database.ts'
import { keepOverdueRecords } from './keep-records.ts'

/**
 * Makes and follows the overdue records of every company: every night of all orders, and every few minutes only of those
 * with an open record, so that a record ends soon after its goods have arrived.
 */
export async function keepAllOverdueRecords(
  database: Database,
  log: Pick<Logger, 'info' | 'warn'>,
  { isRecordedOnly }: { isRecordedOnly: boolean },
): Promise<void> {
  const companies = await database.query<{ companyCode: string }>(
    'select company_code from company where is_active order by company_code',
  )
  for (const { companyCode } of companies) {
    const { made, changed, refused } = await keepOverdueRecords(database, companyCode, {
      isRecordedOnly,
    })
    if (made > 0 || changed > 0) log.info({ companyCode, made, changed }, 'overdue records kept')
    if (refused.length > 0)
      log.warn({ companyCode, orders: refused }, 'overdue records could not be made')
  }
}
