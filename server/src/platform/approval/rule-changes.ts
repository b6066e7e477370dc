import {
  ruleChangeActs,
  ruleChangeStates,
  type RuleChange,
  type RuleChangeAct,
  type RuleChangeState,
} from '@kufang/contract/document/rule-change.ts'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import { companyMoment, companyToday } from '@kufang/kernel/company-day.ts'
import { newId } from '@kufang/kernel/identifier.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import { writeAudit } from '../audit/audit.ts'
import type { Database, Queryable, Transaction } from '../database/database.ts'
import { refuseInput } from '../list/refuse-input.ts'
import { systemSession, type Session } from '../session/session.ts'

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
  /** Of rights: who gains, the call to be carried out, and the last day on which it may be approved. */
  gainerId?: string | null
  input?: object
  expiresOn?: string
}

const shownMax = 200
const selected = `select id, company_code, subject_no, before, after, reason, effective_from, state, requested_by,
  requested_by_name, requested_at, decided_by_name, decided_at, decision_remark, expires_on, gainer_id, is_emergency from rule_change`

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
    const [open] = await tx.query<RuleChange>(
      `${selected} where company_code = $1 and rule = $2 and subject_no = $3 and state in ('requested', 'approved')`,
      [companyCode, kind.rule, subjectNo],
    )
    throw refuse('rule-change-open', {
      rule: nameOf(kind, subjectNo),
      user: open!.requestedByName,
      at: companyMoment(open!.requestedAt),
      effectiveFrom: open!.effectiveFrom,
    })
  }
  const change = await findRuleChange(tx, id)
  await audit(tx, session, kind, change, 'request-change')
  return change
}

/**
 * Approves or refuses a change of somebody else, or withdraws one. An approved change whose day has come is in force at
 * once, another one from its day on (`applyDueRuleChanges`). `carryOut` is the emergency of rights: by the requester
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
  mayDecide: (companyCode: string) => void,
): Promise<RuleChange> {
  const { id, act, remark } = given
  const change = await findRuleChange(tx, id, true)
  mayDecide(change.companyCode)
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
  const decided = await findRuleChange(tx, id)
  await audit(tx, session, kind, decided, act === 'carryOut' ? 'emergency-change' : `${act}-change`)
  if (decided.state === 'approved' && decided.effectiveFrom <= companyToday())
    await putIntoForce(tx, session, kind, decided)
  return findRuleChange(tx, id)
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
  const permitted: readonly RuleChangeState[] =
    act === 'withdraw' ? ['requested', 'approved'] : ['requested']
  const { zh: action, en: actionEn } = ruleChangeActs[act]
  const rule = nameOf(kind, change.subjectNo)
  if (!permitted.includes(change.state)) {
    const state = ruleChangeStates[change.state].label
    throw refuse('wrong-state', {
      no: rule,
      state: state.zh,
      stateEn: state.en,
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
      const change = await findRuleChange(tx, id, true)
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
  if (after !== undefined)
    await audit(tx, session, kind, change, change.before === null ? 'create' : 'update', after)
}

/** A change by its id. @throws Refusal `not-found` */
export async function findRuleChange(tx: Queryable, id: string, lock = false): Promise<RuleChange> {
  const [change] = await tx.query<RuleChange>(
    `${selected} where id = $1${lock ? ' for update' : ''}`,
    [id],
  )
  if (change === undefined)
    throw refuse('not-found', { subject: '变更申请', subjectEn: 'Requested change', no: id })
  return change
}

/** As refusals name it: `name` of the kind before its number, if there is one. */
const nameOf = ({ label }: ApprovedRule, subjectNo: string): string =>
  label === undefined ? subjectNo : `${subjectNo}（${label.zh}）`

async function audit(
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
