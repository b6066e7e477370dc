import type { PeriodView } from '@kufang/contract/stock/posting-period.ts'
import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import { label } from '@kufang/contract/document/declare/label.ts'
import type { RuleChange, RuleChangeAct } from '@kufang/contract/document/rule-change.ts'
import { companyToday } from '@kufang/kernel/company-day.ts'
import { addMonths, periodOf, type LocalDate } from '@kufang/kernel/local-date.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import { z } from 'zod'
import {
  readUnpostedDocuments,
  refuseWhileUnposted,
} from '../../document/papers/unposted-documents.ts'
import {
  papersHoldMonths,
  readMissingPapers,
  refuseWhilePapersAreMissing,
} from '../../document/papers/missing-papers.ts'
import {
  decideRuleChange,
  listOpenRuleChanges,
  requestRuleChange,
  type ApprovedRule,
} from '../../platform/approval/rule-changes.ts'
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
 * the goods whose overdue papers keep them from being closed, with what is not posted, and with the change that waits.
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
  const waiting = await listOpenRuleChanges(queryable, accountingPeriods, companyCodes)
  const views: PeriodView[] = []
  for (const companyCode of companyCodes) {
    const open = await openPeriods(queryable, companyCode)
    const [papers, isHolding, unposted] = await Promise.all([
      readMissingPapers(queryable, { companyCode, today, monthMax: current }),
      papersHoldMonths(queryable, companyCode),
      readUnpostedDocuments(queryable, { companyCode, monthMax: current }),
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
        unposted: isOpen
          ? unposted.filter(({ documentDate }) => periodOf(documentDate as LocalDate) <= period)
          : [],
        change:
          waiting.find((one) => one.companyCode === companyCode && one.subjectNo === period) ??
          null,
      })
    }
  }
  return views
}

const pagePath = '/system/systemPageSetup'

/** What is asked of a period, as it waits for another person. */
const wantedPeriod = z.object({
  act: z.enum(['open', 'close']),
  /** The numbers of documents that are left unposted. */
  unposted: z.array(z.string()),
})

/** A period opened or closed: asked for by one person with a reason, and done with the approval of another. */
const accountingPeriods: ApprovedRule = {
  rule: 'accounting-period',
  subjectType: 'accounting-period',
  label: label('会计期间', 'Posting period'),
  async write(tx, change, session) {
    const { companyCode, subjectNo: period } = change
    const { act, unposted } = wantedPeriod.parse(change.after)
    const before = await openPeriods(tx, companyCode)
    if (act === 'close') {
      await refuseToClose(tx, { companyCode, period, unposted })
      await closePeriod(tx, companyCode, period, session.userId)
    } else await openPeriod(tx, companyCode, period, session.userId)
    await writeAudit(tx, session, [
      {
        companyCode,
        subjectType: 'accounting-period',
        subjectId: `${companyCode}/${period}`,
        subjectNo: period,
        action: act,
        before: { open: before },
        after: { open: await openPeriods(tx, companyCode), unposted, reason: change.reason },
      },
    ])
  },
}

async function refuseToClose(
  tx: Transaction,
  { companyCode, period, unposted }: { companyCode: string; period: string; unposted: string[] },
): Promise<void> {
  await refuseWhilePapersAreMissing(tx, { companyCode, period, today: companyToday() })
  await refuseWhileUnposted(tx, { companyCode, period, named: unposted })
}

function mustHoldCompany({ scope }: Session, companyCode: string): void {
  if (!scope.companyCodes.includes(companyCode))
    throw refuse(
      'outside-scope',
      { what: '公司', whatEn: 'Company', value: companyCode },
      { field: 'companyCode' },
    )
}

/**
 * Asks for a period of a company within the person's scope to be opened or closed; another person approves it. What keeps it
 * from being closed is refused here already.
 * @throws Refusals 'outside-scope', 'period-not-changeable', 'papers-hold-month', 'unposted-holds-month', 'rule-change-open'
 */
export async function requestPeriodChange(
  tx: Transaction,
  session: Session,
  change: {
    companyCode: string
    period: string
    act: 'open' | 'close'
    reason: string
    unposted: string[]
  },
): Promise<PeriodView[]> {
  const { companyCode, period, act, reason, unposted } = change
  mustHoldCompany(session, companyCode)
  const today = companyToday()
  const isLater = period > periodOf(today)
  if (isLater || (act === 'open' && period < periodOf(addMonths(today, -1))))
    throw refuse('period-not-changeable', { period })
  if (act === 'close') await refuseToClose(tx, { companyCode, period, unposted })
  const isOpen = (await openPeriods(tx, companyCode)).includes(period)
  await requestRuleChange(tx, session, accountingPeriods, {
    companyCode,
    subjectNo: period,
    before: { act: isOpen ? 'open' : 'close' },
    after: { act, unposted },
    reason,
    effectiveFrom: today,
    approvers: {
      steps: [{ role: cataloguePage(pagePath).role, path: `${pagePath}?part=periods` }],
      mayApprove: ({ rights: { isAdmin, scope } }) =>
        isAdmin || (scope.companyCodes.includes(companyCode) && scope.supplierNo === null),
    },
  })
  return listPeriods(tx, session)
}

/** Approves, refuses or withdraws such a change; approved, the period is open or closed at once. */
export const decidePeriodChange = (
  tx: Transaction,
  session: Session,
  given: { id: string; act: RuleChangeAct; remark: string },
): Promise<RuleChange> =>
  decideRuleChange(tx, session, accountingPeriods, given, ({ companyCode }) =>
    mustHoldCompany(session, companyCode),
  )
