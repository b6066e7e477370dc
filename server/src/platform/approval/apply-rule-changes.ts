import { describeRefusal } from '@kufang/contract/document/catalogue/refusal-catalogue.ts'
import type { RuleChange } from '@kufang/contract/document/rule-change.ts'
import { companyToday } from '@kufang/kernel/company-day.ts'
import { isRefusal, refusalDetails, type Refusal } from '@kufang/kernel/refusal.ts'
import { writeAudit } from '../audit/audit.ts'
import type { Database, Transaction } from '../database/database.ts'
import { systemSession, type Session } from '../session/session.ts'
import { closeApprovalTodos } from './approval-todos.ts'
import { auditRuleChange, findRuleChange, putIntoForce, type ApprovedRule } from './rule-changes.ts'

// What happens to changes of rules and rights as days pass.

/** Ends the requests whose last day has passed, so that they no longer wait; returns how many. */
export async function expireRuleChanges(
  database: Database,
  today: string = companyToday(),
): Promise<number> {
  return database.transaction(async (tx) => {
    const ended = await tx.query<RuleChange & { rule: string }>(
      `update rule_change set state = 'expired' where state = 'requested' and expires_on < $1
       returning company_code, id, rule, subject_no, gainer_id`,
      [today],
    )
    await closeApprovalTodos(tx, ended)
    await writeAudit(
      tx,
      systemSession([], ''),
      ended.map(({ companyCode, id, rule, subjectNo, gainerId }) => ({
        companyCode,
        subjectType: gainerId === null ? rule : 'user',
        subjectId: gainerId ?? `${companyCode}/${subjectNo}`,
        subjectNo,
        action: 'expire-change',
        after: { id, rule, subjectNo, state: 'expired' },
      })),
    )
    return ended.length
  })
}

/**
 * Writes the approved changes whose day has come; returns how many. Each in its own transaction: one that is refused by
 * its own checks, such as a reference that is disabled by now, ends as `failed` with the refusal and stops no other.
 */
export async function applyDueRuleChanges(
  database: Database,
  kind: ApprovedRule,
  today: string = companyToday(),
): Promise<number> {
  const due = await database.query<{ id: string }>(
    `select id from rule_change where state = 'approved' and rule = $1 and effective_from <= $2 order by effective_from, id`,
    [kind.rule, today],
  )
  let count = 0
  for (const { id } of due)
    await database.transaction(async (tx) => {
      const change = await findRuleChange(tx, kind, id, true)
      if (change.state !== 'approved') return
      const session = systemSession([change.companyCode], '')
      try {
        await tx.attempt(() => putIntoForce(tx, session, kind, change))
        count += 1
      } catch (error) {
        if (!isRefusal(error)) throw error
        await fail(tx, session, kind, change, error)
      }
    })
  return count
}

async function fail(
  tx: Transaction,
  session: Session,
  kind: ApprovedRule,
  change: RuleChange,
  refusal: Refusal,
): Promise<void> {
  const inLanguage = (language: 'zh' | 'en') =>
    refusalDetails(refusal).map((detail) => describeRefusal(detail, language))
  const decisionRemark = [...inLanguage('zh'), ...inLanguage('en')].join(' / ')
  await tx.query(
    `update rule_change set state = 'failed', decision_remark = $3 where company_code = $1 and id = $2`,
    [change.companyCode, change.id, decisionRemark],
  )
  const failed = { ...change, state: 'failed' as const, decisionRemark }
  await auditRuleChange(tx, session, kind, failed, 'fail-change')
}
