import { masters } from '@kufang/contract/masters/declarations.ts'
import { companyToday } from '@kufang/kernel/company-day.ts'
import { addDays } from '@kufang/kernel/local-date.ts'
import { addRow } from '../masters/approved-masters.ts'
import type { Database } from '../platform/database/database.ts'
import type { Session } from '../platform/session/session.ts'
import { storageLocationOf } from './organization.ts'
import { demonstrationUnit } from './partners.ts'

/** The names of stock by the months from which it has them. */
const ages = [
  ['1', 0, '6 个月以内'],
  ['2', 6, '6–12 个月'],
  ['3', 12, '1–2 年'],
  ['4', 24, '2–3 年'],
  ['5', 36, '3 年以上'],
] as const

/**
 * Who maintains the quotas of the fittings store and asks for what is missing there, and the names of stock by its age.
 * @param session of an account that may change masters
 */
export async function writeQuotaMasters(database: Database, session: Session): Promise<void> {
  const { companyCode, plant, storageLocation } = storageLocationOf(
    demonstrationUnit.plant,
    'piping',
  )
  const validFrom = addDays(companyToday(), -30)
  await database.transaction(async (tx) => {
    for (const account of ['requester', 'buyer']) {
      const row = {
        companyCode,
        plant,
        storageLocation,
        account,
        validFrom,
        remark: '管件阀门定额',
      }
      await addRow(tx, session, masters['safe-stock-maintainer'], row, { reason: '' })
      await addRow(
        tx,
        session,
        masters['safe-stock-requester'],
        { ...row, purchasingGroup: 'A01' },
        { reason: '' },
      )
    }
    for (const [stockAge, fromMonths, name] of ages)
      await addRow(
        tx,
        session,
        masters['stock-age'],
        { companyCode, stockAge, fromMonths, name },
        { reason: '' },
      )
  })
}
