import type { PeriodView } from '@kufang/contract/stock/posting-period.ts'
import { companyToday } from '@kufang/kernel/company-day.ts'
import { addMonths, periodOf } from '@kufang/kernel/local-date.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import {
  papersHoldMonths,
  readMissingPapers,
  refuseWhilePapersAreMissing,
} from '../../document/papers/missing-papers.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import type { Queryable, Transaction } from '../../platform/database/database.ts'
import type { Session } from '../../platform/session/session.ts'
import { closePeriod, openPeriod, openPeriods } from '../../ledger/public.ts'

interface RecordedPeriod {
  companyCode: string
  period: string
  changedByName: string
  changedAt: string
}

/**
 * The current and the previous month and every month that was ever opened or closed, latest first; those that are open with
 * the goods whose overdue papers keep them from being closed.
 */
export async function listPeriods(queryable: Queryable, session: Session): Promise<PeriodView[]> {
  const { companyCodes } = session.scope
  const recorded = await queryable.query<RecordedPeriod>(
    `select p.company_code, p.period, coalesce(u.user_name, '') as changed_by_name, p.changed_at
     from accounting_period p left join app_user u on u.id = p.changed_by
     where p.company_code = any($1::text[])`,
    [companyCodes],
  )
  const today = companyToday()
  const current = periodOf(today)
  const previous = periodOf(addMonths(today, -1))
  const views: PeriodView[] = []
  for (const companyCode of companyCodes) {
    const open = await openPeriods(queryable, companyCode)
    const [papers, isHolding] = await Promise.all([
      readMissingPapers(queryable, { companyCode, today, monthMax: current }),
      papersHoldMonths(queryable, companyCode),
    ])
    const own = new Map(
      recorded.filter((row) => row.companyCode === companyCode).map((row) => [row.period, row]),
    )
    const periods = [...new Set([current, previous, ...own.keys()])].sort().reverse()
    for (const period of periods) {
      const row = own.get(period)
      const isOpen = open.includes(period)
      const missingPapers = isOpen ? papers.filter(({ month }) => month <= period) : []
      views.push({
        companyCode,
        period,
        isOpen,
        isChangeable: period === current || period === previous,
        changedByName: row?.changedByName ?? '',
        changedAt: row?.changedAt ?? null,
        missingPapers,
        isHeld: isHolding && missingPapers.length > 0,
      })
    }
  }
  return views
}

/** Opens or closes a period of a company within the person's scope, with an entry in the operation log. */
export async function changePeriod(
  tx: Transaction,
  session: Session,
  change: { companyCode: string; period: string; act: 'open' | 'close' },
): Promise<PeriodView[]> {
  const { companyCode, period, act } = change
  if (!session.scope.companyCodes.includes(companyCode))
    throw refuse(
      'outside-scope',
      { what: '公司', whatEn: 'Company', value: companyCode },
      { field: 'companyCode' },
    )
  const before = await openPeriods(tx, companyCode)
  if (act === 'open') await openPeriod(tx, companyCode, period, session.userId)
  else {
    await refuseWhilePapersAreMissing(tx, { companyCode, period, today: companyToday() })
    await closePeriod(tx, companyCode, period, session.userId)
  }
  await writeAudit(tx, session, [
    {
      companyCode,
      subjectType: 'accounting-period',
      subjectId: `${companyCode}/${period}`,
      subjectNo: period,
      action: act,
      before: { open: before },
      after: { open: await openPeriods(tx, companyCode) },
    },
  ])
  return listPeriods(tx, session)
}
