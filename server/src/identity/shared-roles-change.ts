import { label } from '@kufang/contract/document/declare/label.ts'
import { sensitiveRights } from '@kufang/contract/sensitive-rights.ts'
import type { RuleChange } from '@kufang/contract/document/rule-change.ts'
import type { ApprovedRule } from '../platform/approval/rule-changes.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import type { Transaction } from '../platform/database/database.ts'
import { announceSessionChange } from '../platform/http/session-cache.ts'
import type { Session } from '../platform/session/session.ts'
import { replaceSharedRoles, sharedRoles, type HolderKind } from './applications.ts'
import { codesToApprove, noRights } from './rights-gain.ts'
import { requestRights, stored, wantedOf, type RightsSurroundings } from './rights-request.ts'

/** Roles added to those of everybody in an application or tenant. */
export interface SharedAct {
  act: 'shared'
  add: readonly string[]
}

/** Changes of shared roles, as the two-person module writes them; the subject is `kind/id`. */
export const sharedRolesChange = ({ add }: SharedAct): ApprovedRule => ({
  rule: 'shared-roles',
  subjectType: 'shared-roles',
  label: label('共享角色', 'Shared roles'),
  async write(tx, { subjectNo }, session) {
    const [kind, id] = holderOf(subjectNo)
    const before = await sharedRoles(tx, kind, id)
    await writeSharedRoles(tx, session, kind, id, before, [...new Set([...before, ...add])].sort())
    return undefined
  },
})

function holderOf(subjectNo: string): [HolderKind, string] {
  const cut = subjectNo.indexOf('/')
  return [subjectNo.slice(0, cut) as HolderKind, subjectNo.slice(cut + 1)]
}

/**
 * Replaces the roles of an application or tenant; what needs a second person is requested instead.
 * @throws Refusal `rights-reason-required`, `rule-change-open`
 */
export async function changeSharedRoles(
  tx: Transaction,
  session: Session,
  surroundings: RightsSurroundings,
  given: { kind: HolderKind; id: string; roles: readonly string[]; reason: string },
): Promise<(RuleChange & { approvers: string[] }) | null> {
  const { kind, id, roles, reason } = given
  const before = await sharedRoles(tx, kind, id)
  // Everybody in it gains, in any company.
  const { secondApproval, days } = await surroundings.readPolicy(tx, session.scope.companyCodes)
  const holding = (codes: readonly string[]) => ({
    rights: { ...noRights, roles: new Set(codes) },
    isUsable: true,
  })
  const codes = codesToApprove(secondApproval, sensitiveRights(), holding(before), holding(roles))
  const now = codes === null ? roles : before.filter((role) => roles.includes(role))
  if (now.join() !== before.join() || codes === null)
    await writeSharedRoles(tx, session, kind, id, before, now)
  if (codes === null) return null
  const add = roles.filter((role) => !before.includes(role))
  const wanted: SharedAct = { act: 'shared', add }
  const input = { wanted, after: stored(holding(roles).rights) }
  return requestRights(tx, session, surroundings, {
    kind: sharedRolesChange(wanted),
    companyCode: '',
    subjectNo: `${kind}/${id}`,
    gainerId: null,
    input,
    values: { before: { roles: before }, after: { roles: [...roles].sort() } },
    codes,
    reason,
    days,
    approval: wantedOf({ requestedBy: session.userId, gainerId: null }, input, null),
  })
}

async function writeSharedRoles(
  tx: Transaction,
  session: Session,
  kind: HolderKind,
  id: string,
  before: readonly string[],
  after: readonly string[],
): Promise<void> {
  await replaceSharedRoles(tx, kind, id, after, session.userId)
  await announceSessionChange(tx, 'everybody')
  await writeAudit(tx, session, [
    {
      companyCode: '',
      subjectType: 'shared-roles',
      subjectId: session.userId,
      subjectNo: `${kind}/${id}`,
      action: 'edit',
      before,
      after,
    },
  ])
}
