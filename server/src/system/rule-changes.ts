import {
  ruleChangeActs,
  ruleChangeStates,
  type RuleChange,
  type RuleChangeAct,
  type RuleChangeState,
} from '@kufang/contract/system/rule-change.ts'
import { companyMoment, companyToday } from '@kufang/kernel/company-day.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import type { Database, Queryable, Transaction } from '../platform/database/database.ts'
import { refuseInput } from '../platform/list/refuse-input.ts'
import { systemSession, type Session } from '../platform/session/session.ts'

// Rules that decide what is posted are changed by two persons: one requests the change with the day from which it
// counts, another one approves it. Only then, and not before that day, is the rule written.

/** A kind of rule whose changes are approved: how it is written, and under which name the audit log keeps it. */
export interface ApprovedRule {
  rule: 'movement-rule'
  subjectType: string
  /** Writes the values of the change as the rule; returns it as written. */
  write: (tx: Transaction, change: RuleChange, session: Session) => Promise<unknown>
}

/** A change as a person requests it. */
export interface WantedChange {
  companyCode: string
  subjectNo: string
  before: object | null
  after: object
  reason: string
  effectiveFrom: string
}

const shownMax = 200
const selected = `select id, company_code, subject_no, before, after, reason, effective_from, state, requested_by,
  requested_by_name, requested_at, decided_by_name, decided_at, decision_remark from rule_change`

/** The latest changes of rules of these companies ('' for the rules of all), newest first; at most 200. */
export async function listRuleChanges(
  queryable: Queryable,
  { rule }: ApprovedRule,
  companyCodes: readonly string[],
): Promise<RuleChange[]> {
  return queryable.query<RuleChange>(
    `${selected} where rule = $1 and company_code = any($2) order by requested_at desc, id limit ${shownMax}`,
    [rule, companyCodes],
  )
}

/**
 * Requests a change; nothing is in force yet.
 * @throws Refusal `rule-change-open` if a change of the rule waits already, `input-invalid` for a day in the past
 */
export async function requestRuleChange(
  tx: Transaction,
  session: Session,
  kind: ApprovedRule,
  wanted: WantedChange,
): Promise<RuleChange> {
  const { companyCode, subjectNo, before, after, reason, effectiveFrom } = wanted
  const today = companyToday()
  if (effectiveFrom < today)
    throw refuseInput(
      'effectiveFrom',
      `生效日 ${effectiveFrom} 早于今天 ${today}`,
      `${effectiveFrom} is before today, ${today}`,
    )
  const id = newId()
  const made = await tx.query(
    `insert into rule_change (company_code, id, rule, subject_no, before, after, reason, effective_from, requested_by, requested_by_name)
     values ($1, $2, $3, $4, $5::jsonb, $6::jsonb, $7, $8, $9, $10)
     on conflict (company_code, rule, subject_no) where state in ('requested', 'approved') do nothing returning 1 as made`,
    [
      companyCode,
      id,
      kind.rule,
      subjectNo,
      before === null ? null : JSON.stringify(before),
      JSON.stringify(after),
      reason,
      effectiveFrom,
      session.userId,
      session.userName,
    ],
  )
  if (made.length === 0) {
    const [open] = await tx.query<RuleChange>(
      `${selected} where company_code = $1 and rule = $2 and subject_no = $3 and state in ('requested', 'approved')`,
      [companyCode, kind.rule, subjectNo],
    )
    throw refuse('rule-change-open', {
      rule: subjectNo,
      user: open!.requestedByName,
      at: companyMoment(open!.requestedAt),
      effectiveFrom: open!.effectiveFrom,
    })
  }
  const change = await find(tx, id)
  await audit(tx, session, kind, change, 'request-change')
  return change
}

/**
 * Approves or refuses a change of somebody else, or withdraws one. An approved change whose day has come is in force at
 * once, another one from its day on (`applyDueRuleChanges`).
 * @param mayDecide refuses persons who may not set up the company's rules
 * @throws Refusal `not-found`, `wrong-state`, `rule-change-own`, `field-required` for a refusal without a reason
 */
export async function decideRuleChange(
  tx: Transaction,
  session: Session,
  kind: ApprovedRule,
  given: { id: string; act: RuleChangeAct; remark: string },
  mayDecide: (companyCode: string) => void,
): Promise<RuleChange> {
  const { id, act, remark } = given
  const change = await find(tx, id, true)
  mayDecide(change.companyCode)
  const permitted: readonly RuleChangeState[] =
    act === 'withdraw' ? ['requested', 'approved'] : ['requested']
  const { zh, en } = ruleChangeActs[act]
  if (!permitted.includes(change.state)) {
    const state = ruleChangeStates[change.state].label
    throw refuse('wrong-state', {
      no: change.subjectNo,
      state: state.zh,
      stateEn: state.en,
      action: zh,
      actionEn: en,
    })
  }
  const user = change.requestedByName
  if (act !== 'withdraw' && change.requestedBy === session.userId)
    throw refuse('rule-change-own', { rule: change.subjectNo, user, action: zh, actionEn: en })
  if (act === 'refuse' && remark === '')
    throw refuse('field-required', { field: '驳回原因', fieldEn: 'Reason' }, { field: 'remark' })
  const state = ({ approve: 'approved', refuse: 'refused', withdraw: 'withdrawn' } as const)[act]
  await tx.query(
    `update rule_change set state = $3, decided_by = $4, decided_by_name = $5, decided_at = now(), decision_remark = nullif($6, '')
     where company_code = $1 and id = $2`,
    [change.companyCode, id, state, session.userId, session.userName, remark],
  )
  const decided = await find(tx, id)
  await audit(tx, session, kind, decided, `${act}-change`)
  if (act === 'approve' && decided.effectiveFrom <= companyToday())
    await putIntoForce(tx, session, kind, decided)
  return find(tx, id)
}

/** Writes the approved changes whose day has come; returns how many. Each in its own transaction. */
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
      const change = await find(tx, id, true)
      if (change.state !== 'approved') return
      await putIntoForce(tx, systemSession([change.companyCode], ''), kind, change)
      count += 1
    })
  return count
}

async function putIntoForce(
  tx: Transaction,
  session: Session,
  kind: ApprovedRule,
  change: RuleChange,
): Promise<void> {
  const after = await kind.write(tx, change, session)
  await tx.query(`update rule_change set state = 'effective' where company_code = $1 and id = $2`, [
    change.companyCode,
    change.id,
  ])
  await audit(tx, session, kind, change, change.before === null ? 'create' : 'update', after)
}

async function find(tx: Transaction, id: string, lock = false): Promise<RuleChange> {
  const [change] = await tx.query<RuleChange>(
    `${selected} where id = $1${lock ? ' for update' : ''}`,
    [id],
  )
  if (change === undefined)
    throw refuse('not-found', { subject: '规则变更', subjectEn: 'Change of a rule', no: id })
  return change
}

async function audit(
  tx: Transaction,
  session: Session,
  { subjectType }: ApprovedRule,
  change: RuleChange,
  action: string,
  after: unknown = change,
): Promise<void> {
  await writeAudit(tx, session, [
    {
      companyCode: change.companyCode,
      subjectType,
      subjectId: `${change.companyCode}/${change.subjectNo}`,
      subjectNo: change.subjectNo,
      action,
      before: change.before ?? undefined,
      after,
    },
  ])
}
