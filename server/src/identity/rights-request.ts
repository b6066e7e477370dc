import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import type { AnyRelation } from '@kufang/contract/document/declare/define-relation.ts'
import { label, type Label } from '@kufang/contract/document/declare/label.ts'
import { userRelations } from '@kufang/contract/identity/user-relations.ts'
import type { RightsValues } from '@kufang/contract/identity/rights-change.ts'
import type { RuleChange } from '@kufang/contract/document/rule-change.ts'
import { companyToday } from '@kufang/kernel/company-day.ts'
import { addDays } from '@kufang/kernel/local-date.ts'
import { adminRole } from '@kufang/kernel/permission.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import type { Approvers } from '../platform/approval/approval-todos.ts'
import { requestRuleChange, type ApprovedRule } from '../platform/approval/rule-changes.ts'
import type { Queryable, Transaction } from '../platform/database/database.ts'
import type { Rights } from '../platform/session/rights.ts'
import { holdersOf, type RoleHolder } from '../platform/session/role-holders.ts'
import type { Scope, Session } from '../platform/session/session.ts'
import { approversOf, type Wanted } from './approvers.ts'
import { kindOf, labelOfValues, type RightsAct } from './rights-acts.ts'
import type { SecondApproval } from './rights-gain.ts'
import type { UserRecord } from './user-record.ts'
import { scopeWords } from './scope-words.ts'

/** What persons are told of a change of rights. */
export interface RightsLetter {
  event: 'rights-requested' | 'rights-emergency'
  companyCode: string
  receivers: readonly RoleHolder[]
  account: string
  change: Label
  reason: string
  /** Of a request. */
  expiresOn: string
  sender: { userId: string; userName: string }
}

/** Parameters and messages of other areas, bound in `server/src/routes.ts`. */
export interface RightsSurroundings {
  /** The strictest of these companies, and the days for which a request waits at most. */
  readPolicy: (
    queryable: Queryable,
    companyCodes: readonly string[],
  ) => Promise<{ secondApproval: SecondApproval; days: number }>
  tell: (tx: Transaction, letter: RightsLetter) => Promise<void>
  /**
   * Tells of a new password or mail address: the person in the product, and by mail at the address so far; of an account
   * with sensitive rights also administrators and the readers of the operation log.
   */
  tellOfAccess: (tx: Transaction, session: Session, changed: ChangedAccess) => Promise<void>
}

/** Who signs in with an account may be somebody else now. */
export interface ChangedAccess {
  /** As it was before. */
  user: UserRecord
  what: 'password' | 'address'
  isSensitive: boolean
}

/** Rights as JSON: what the account has once the change is carried out. */
export interface StoredRights {
  roles: readonly string[]
  functionCodes: readonly string[]
  isAdmin: boolean
  scope: Scope
}

/** The stored call of a request. */
export interface RightsInput {
  wanted: RightsAct | { act: 'shared'; add: readonly string[] }
  after: StoredRights
}

/** Roles whose holders are alarmed of a change without approval: they read the operation log. */
export const auditorRole = cataloguePage('/log/operationLogQuery').role

export const stored = ({ roles, functionCodes, isAdmin, scope }: Rights): StoredRights => ({
  roles: [...roles].sort(),
  functionCodes: [...functionCodes].sort(),
  isAdmin,
  scope,
})

export const restored = ({ roles, functionCodes, isAdmin, scope }: StoredRights): Rights => ({
  roles: new Set(roles),
  functionCodes: new Set(functionCodes),
  isAdmin,
  scope,
})

/** Changes of rights of accounts, by what is changed, as the two-person module writes them. */
export const approvedAct = (
  wanted: RightsAct,
  write: ApprovedRule['write'] = async () => undefined,
): ApprovedRule => ({
  rule: `user-${wanted.act}`,
  subjectType: 'user',
  label: kindOf(wanted).label,
  subjectIdOf: ({ gainerId }) => gainerId ?? '',
  write,
})

/** A request to be made. */
export interface WantedRequest {
  kind: ApprovedRule
  companyCode: string
  subjectNo: string
  gainerId: string | null
  input: RightsInput
  values: { before: RightsValues; after: RightsValues }
  /** The codes for which it needs a second person. */
  codes: readonly string[]
  reason: string
  days: number
  approval: Wanted
}

/**
 * Requests a change of rights of another person and informs those who may approve it.
 * @returns the request with the names of those who may approve it
 * @throws Refusal `rights-reason-required`, `rule-change-open`
 */
export async function requestRights(
  tx: Transaction,
  session: Session,
  surroundings: RightsSurroundings,
  wanted: WantedRequest,
): Promise<RuleChange & { approvers: string[] }> {
  const { kind, companyCode, subjectNo, values, reason, input } = wanted
  if (reason === '')
    throw refuse(
      'rights-reason-required',
      { account: subjectNo, rights: wanted.codes.join('、') || labelOf(kind).zh },
      { field: 'reason' },
    )
  const effectiveFrom = companyToday()
  const expiresOn = addDays(effectiveFrom, wanted.days)
  const receivers = await approversOf(tx, wanted.approval)
  const mayApprove = new Set(receivers.map(({ userId }) => userId))
  const change = await requestRuleChange(tx, session, kind, {
    companyCode,
    subjectNo,
    ...values,
    reason,
    effectiveFrom,
    expiresOn,
    gainerId: wanted.gainerId,
    input,
    approvers: {
      steps: stepsOf(wanted.approval),
      mayApprove: ({ userId }) => mayApprove.has(userId),
    },
  })
  if (receivers.length > 0)
    await surroundings.tell(tx, {
      event: 'rights-requested',
      companyCode,
      receivers,
      account: subjectNo,
      change: withScope(wordsOf(values), input.after.scope),
      reason,
      expiresOn,
      sender: senderOf(session),
    })
  return { ...change, approvers: receivers.map(({ userName }) => userName) }
}

/**
 * Refuses an emergency while somebody else could approve (`rights-others-may-approve`); otherwise alarms administrators
 * and the readers of the operation log.
 */
export async function alarmOfEmergency(
  tx: Transaction,
  session: Session,
  { tell }: RightsSurroundings,
  change: RuleChange,
  wanted: Wanted,
  remark: string,
): Promise<void> {
  const others = await approversOf(tx, wanted)
  if (others.length > 0)
    throw refuse('rights-others-may-approve', {
      people: others.map(({ userName, account }) => `${userName}（${account}）`).join('、'),
    })
  await tell(tx, {
    event: 'rights-emergency',
    companyCode: change.companyCode,
    receivers: await holdersOf(tx, [auditorRole], []),
    account: change.subjectNo,
    change: wordsOf({
      before: change.before as RightsValues,
      after: change.after as RightsValues,
    }),
    reason: `${change.reason}；${remark}`,
    expiresOn: '',
    sender: senderOf(session),
  })
}

const senderOf = ({ userId, userName, account }: Session) => ({
  userId,
  userName: `${userName}（${account}）`,
})

const labelOf = (kind: ApprovedRule): Label => kind.label ?? label(kind.rule, kind.rule)

/** Old and new values in words: only what is new of lists. */
function wordsOf({ before, after }: { before: RightsValues; after: RightsValues }): Label {
  const words = (language: 'zh' | 'en') =>
    Object.entries(after)
      .map(([name, values]) => {
        const old = before[name] ?? []
        const added = values.filter((value) => !old.includes(value))
        const isList = values.length > 1 || old.length > 1
        const from = isList ? '' : `${old[0] || '–'} → `
        return `${labelOfValues(name)[language]} ${from}${added.join('、') || '–'}`
      })
      .join(language === 'zh' ? '；' : '; ')
  return label(words('zh'), words('en'))
}

/** What is approved is a right within a scope, so who approves it is told both. */
const withScope = (change: Label, scope: Scope): Label => {
  const within = scopeWords(scope)
  return label(`${change.zh}（数据范围：${within.zh}）`, `${change.en} (data scope: ${within.en})`)
}

/** The pages that show requests, those of the data scope their own. */
const approvalPages: readonly string[] = [
  '/system/roleAssign',
  '/system/userManage',
  ...Object.values<AnyRelation>(userRelations).flatMap(({ path, isOwnPage }) =>
    isOwnPage ? [path] : [],
  ),
]

/** Where it is approved. Whoever may it but has no such page finds it in the messages. */
function stepsOf({ roles, isForAdministrators }: Wanted): Approvers['steps'] {
  if (isForAdministrators) return [{ role: adminRole, path: '/system/roleAssign' }]
  return approvalPages.flatMap((path) => {
    const { role } = cataloguePage(path)
    return roles.includes(role) ? [{ role, path }] : []
  })
}

/** Who could approve a stored request: the same as when it was made, by the rights of today. */
export function wantedOf(
  change: Pick<RuleChange, 'requestedBy' | 'gainerId'>,
  input: RightsInput,
  subject: { user: UserRecord; rights: Rights } | null,
): Wanted {
  const { wanted, after } = input
  const kind = wanted.act === 'shared' ? null : kindOf(wanted)
  return {
    roles: kind?.roles ?? [],
    isForAdministrators: kind === null || kind.isForAdministrators === true,
    subject,
    after: restored(after),
    except: [change.requestedBy, ...(change.gainerId === null ? [] : [change.gainerId])],
  }
}
