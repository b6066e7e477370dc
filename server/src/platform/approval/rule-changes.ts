import {
  ruleChangeActs,
  ruleChangeStates,
  type RuleChange,
  type RuleChangeAct,
  type RuleChangeState,
} from '@kufang/contract/document/rule-change.ts'
import { label, type Label } from '@kufang/contract/document/declare/label.ts'
import { companyMoment, companyToday } from '@kufang/kernel/company-day.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import { firstOf } from '@kufang/kernel/present.ts'
import { writeAudit } from '../audit/audit.ts'
import type { Queryable, Transaction } from '../database/database.ts'
import { requireOwnHand } from '../http/access.ts'
import { refuseInput } from '../list/refuse-input.ts'
import type { Session } from '../session/session.ts'
import { closeApprovalTodos, openApprovalTodos, type Approvers } from './approval-todos.ts'

// Rules that decide what is posted, and rights, are changed by two persons: one requests the change with the day from
// which it counts, another one approves it. Only then, and not before that day, is it written.

/** A kind of rule or rights whose changes are approved: how it is written, and under which name the audit log keeps it. */
export interface ApprovedRule {
  /** `movement-rule`, or of rights what is changed: `user-roles`. */
  rule: string
  subjectType: string
  /** What of the subject is changed, for refusals: `张三（角色）`. */
  label?: Label
  /** What the audit log has it under; by default company and number of the rule. */
  subjectIdOf?: (change: RuleChange) => string
  /** Writes the values of the change; returns them as written, or nothing if it writes the audit entry itself. */
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
  /** Who gets the to-do of approving it. */
  approvers: Approvers
  /** Of rights: who gains, the call to be carried out, and the last day on which it may be approved. */
  gainerId?: string | null
  input?: object
  expiresOn?: string
}

const shownMax = 200
const selected = `select id, company_code, subject_no, before, after, reason, effective_from, state, requested_by,
  requested_by_name, requested_at, decided_by_name, decided_at, decision_remark, expires_on, gainer_id, is_emergency from rule_change c`

/**
 * The changes of rules of these companies ('' for the rules of all) that wait for approval or for their day, newest
 * first, and those that could not take effect until they are requested again; at most 200.
 */
export async function listOpenRuleChanges(
  queryable: Queryable,
  { rule }: Pick<ApprovedRule, 'rule'>,
  companyCodes: readonly string[],
): Promise<RuleChange[]> {
  return queryable.query<RuleChange>(
    `${selected} where rule = $1 and company_code = any($2) and (state in ('requested', 'approved') or state = 'failed'
       and not exists (select from rule_change l where l.company_code = c.company_code and l.rule = c.rule
         and l.subject_no = c.subject_no and l.requested_at > c.requested_at))
     order by requested_at desc, id limit ${shownMax}`,
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
  requireOwnHand(session, label('申请变更', 'Request a change'))
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
    `insert into rule_change (company_code, id, rule, subject_no, before, after, reason, effective_from, requested_by, requested_by_name,
       gainer_id, input, expires_on)
     values ($1, $2, $3, $4, $5::jsonb, $6::jsonb, $7, $8, $9, $10, $11, $12::jsonb, $13)
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
      wanted.gainerId ?? null,
      wanted.input === undefined ? null : JSON.stringify(wanted.input),
      wanted.expiresOn ?? null,
    ],
  )
  if (made.length === 0) {
    const open = firstOf(
      await tx.query<RuleChange>(
        `${selected} where company_code = $1 and rule = $2 and subject_no = $3 and state in ('requested', 'approved')`,
        [companyCode, kind.rule, subjectNo],
      ),
    )
    throw refuse('rule-change-open', {
      rule: nameOf(kind, subjectNo),
      user: open.requestedByName,
      at: companyMoment(open.requestedAt),
      effectiveFrom: open.effectiveFrom,
    })
  }
  const change = await findRuleChange(tx, kind, id)
  await auditRuleChange(tx, session, kind, change, 'request-change')
  await openApprovalTodos(tx, session, kind.rule, change, wanted.approvers)
  return change
}

/**
 * Approves or refuses a change of somebody else, or withdraws one. An approved change whose day has come is in force at
 * once, another one from its day on (`apply-rule-changes.ts`). `carryOut` is the emergency of rights: by the requester
 * himself, if nobody else could approve it.
 * @param mayDecide refuses persons who may not set up the company's rules
 * @throws Refusal `not-found`, `wrong-state`, `rule-change-expired`, `rule-change-own`, `rights-gainer`,
 *   `field-required` for a refusal or an emergency without a reason
 */
export async function decideRuleChange(
  tx: Transaction,
  session: Session,
  kind: ApprovedRule,
  given: { id: string; act: RuleChangeAct; remark: string },
  mayDecide: (change: RuleChange) => void | Promise<void>,
): Promise<RuleChange> {
  const { id, act, remark } = given
  const change = await findRuleChange(tx, kind, id, true)
  await mayDecide(change)
  checkDecision(session, kind, change, act)
  if ((act === 'refuse' || act === 'carryOut') && remark === '')
    throw refuse('field-required', { field: '原因', fieldEn: 'Reason' }, { field: 'remark' })
  await tx.query(
    `update rule_change set state = $3, decided_by = $4, decided_by_name = $5, decided_at = now(),
       decision_remark = nullif($6, ''), is_emergency = $7 where company_code = $1 and id = $2`,
    [
      change.companyCode,
      id,
      stateAfter[act],
      session.userId,
      session.userName,
      remark,
      act === 'carryOut',
    ],
  )
  await closeApprovalTodos(tx, [change])
  const decided = await findRuleChange(tx, kind, id)
  await auditRuleChange(
    tx,
    session,
    kind,
    decided,
    act === 'carryOut' ? 'emergency-change' : `${act}-change`,
  )
  if (decided.state === 'approved' && decided.effectiveFrom <= companyToday())
    await putIntoForce(tx, session, kind, decided)
  return findRuleChange(tx, kind, id)
}

const stateAfter = {
  approve: 'approved',
  carryOut: 'approved',
  refuse: 'refused',
  withdraw: 'withdrawn',
} as const satisfies Record<RuleChangeAct, RuleChangeState>

/** State, day and persons: nobody decides what he requested or gains from, but for withdrawal and emergency. */
function checkDecision(
  session: Session,
  kind: ApprovedRule,
  change: RuleChange,
  act: RuleChangeAct,
): void {
  if (act !== 'withdraw') requireOwnHand(session, ruleChangeActs[act])
  const permitted: readonly RuleChangeState[] =
    act === 'withdraw' ? ['requested', 'approved'] : ['requested']
  const { zh: action, en: actionEn } = ruleChangeActs[act]
  const rule = nameOf(kind, change.subjectNo)
  if (!permitted.includes(change.state)) {
    const state = ruleChangeStates[change.state].label
    const needed = permitted.map((one) => ruleChangeStates[one].label)
    throw refuse('wrong-state', {
      no: rule,
      state: state.zh,
      stateEn: state.en,
      needed: needed.map(({ zh }) => zh).join('、'),
      neededEn: needed.map(({ en }) => en).join(', '),
      action,
      actionEn,
    })
  }
  const { expiresOn, requestedByName: user } = change
  const gives = act === 'approve' || act === 'carryOut'
  if (gives && expiresOn !== null && expiresOn < companyToday())
    throw refuse('rule-change-expired', { rule, expiresOn })
  const isOwn = change.requestedBy === session.userId
  if (isOwn && (act === 'approve' || act === 'refuse'))
    throw refuse('rule-change-own', { rule, user, action, actionEn })
  if (change.gainerId === session.userId && act !== 'withdraw')
    throw refuse('rights-gainer', { rule, action, actionEn })
}

/** Writes an approved change. */
export async function putIntoForce(
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
  if (after !== undefined)
    await auditRuleChange(
      tx,
      session,
      kind,
      change,
      change.before === null ? 'create' : 'update',
      after,
    )
}

/** A change by its id, of this kind only: each has its own people. @throws Refusal `not-found` */
export async function findRuleChange(
  tx: Queryable,
  { rule }: Pick<ApprovedRule, 'rule'>,
  id: string,
  lock = false,
): Promise<RuleChange> {
  const [change] = await tx.query<RuleChange>(
    `${selected} where id = $1 and rule = $2${lock ? ' for update' : ''}`,
    [id, rule],
  )
  if (change === undefined)
    throw refuse('not-found', { subject: '变更申请', subjectEn: 'Requested change', no: id })
  return change
}

/** As refusals name it: `name` of the kind before its number, if there is one. */
const nameOf = ({ label }: ApprovedRule, subjectNo: string): string =>
  label === undefined ? subjectNo : `${subjectNo}（${label.zh}）`

/** The audit entry of an act on a change, or of the rule it has written (`after`). */
export async function auditRuleChange(
  tx: Transaction,
  session: Session,
  { subjectType, subjectIdOf }: ApprovedRule,
  change: RuleChange,
  action: string,
  after: unknown = change,
): Promise<void> {
  await writeAudit(tx, session, [
    {
      companyCode: change.companyCode,
      subjectType,
      subjectId: subjectIdOf?.(change) ?? `${change.companyCode}/${change.subjectNo}`,
      subjectNo: change.subjectNo,
      action,
      before: change.before ?? undefined,
      after,
    },
  ])
}
