import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { RightsChange } from '@kufang/contract/identity/rights-change.ts'
import type { RuleChange, RuleChangeAct } from '@kufang/contract/document/rule-change.ts'
import { adminRole } from '@kufang/kernel/permission.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import { entryOf } from '@kufang/kernel/present.ts'
import {
  decideRuleChange,
  findRuleChange,
  type ApprovedRule,
} from '../platform/approval/rule-changes.ts'
import type { Queryable, Transaction } from '../platform/database/database.ts'
import { requireRole } from '../platform/http/access.ts'
import { success } from '../platform/http/envelope.ts'
import { typed } from '../platform/http/typed-routes.ts'
import { readRights } from '../platform/session/rights.ts'
import type { Session } from '../platform/session/session.ts'
import { approversOf } from './approvers.ts'
import { changeUserIn, type Person, type UserDesk } from './change-user.ts'
import type { IssuedPassword } from './issue-password.ts'
import { kindOf } from './rights-acts.ts'
import { alarmOfEmergency, approvedAct, wantedOf, type RightsInput } from './rights-request.ts'
import { scopeWords } from './scope-words.ts'
import { sharedRolesChange } from './shared-roles-change.ts'
import { userReaderRoles } from './user-reader-roles.ts'
import { readUser } from './user-record.ts'

/** Why rights are given; required where they need a second person. */
export const reasonOfRights = z.string().trim().max(200).optional()

interface StoredChange extends RuleChange {
  rule: string
  input: RightsInput
}

const shownMax = 100
const acts = ['approve', 'refuse', 'withdraw', 'carryOut'] as const satisfies RuleChangeAct[]

/**
 * Routes for changes of rights that wait for a second person: those open, for everybody who gives rights, and what may
 * be done with them. Who approves carries the change out by the same rules as if he had made it himself.
 */
export function registerRightsChanges(app: FastifyInstance, desk: UserDesk): void {
  const routes = typed(app)
  const config = { roles: [...userReaderRoles] }
  const tags = ['rights']

  routes.get(
    '/api/system/rights/changes',
    {
      config,
      schema: {
        tags,
        summary: 'Changes of rights that wait for approval by another person',
        querystring: z.object({ userId: z.uuid().optional() }),
      },
    },
    async ({ session, query }) =>
      success(await openChanges(desk.database, session, query.userId ?? null)),
  )

  routes.post(
    '/api/system/rights/changes/:id/:act',
    {
      config,
      schema: {
        tags,
        summary: 'Approve, refuse, withdraw or, if nobody else could, carry out a change of rights',
        params: z.object({ id: z.uuid(), act: z.enum(acts) }),
        body: z.object({ remark: z.string().trim().max(200).default('') }).nullish(),
      },
    },
    async (request) => {
      const { id, act } = request.params
      const remark = request.body?.remark ?? ''
      const { change, issued } = await desk.database.transaction((tx) =>
        decide(tx, desk, request, { id, act, remark }),
      )
      if (change.gainerId === null) app.sessionCache.forgetEverybody()
      else app.sessionCache.forgetUser(change.gainerId)
      return success({ ...change, ...issued })
    },
  )
}

/** Open changes within the person's companies, newest first, with who could approve each. */
async function openChanges(
  queryable: Queryable,
  session: Session,
  userId: string | null,
): Promise<RightsChange[]> {
  const rows = await queryable.query<StoredChange>(
    `select id, rule, company_code, subject_no, before, after, reason, effective_from, state, requested_by,
       requested_by_name, requested_at, decided_by_name, decided_at, decision_remark, expires_on, gainer_id, is_emergency, input
     from rule_change where state = 'requested' and input is not null
       and ($1 or company_code = any($2) or requested_by = $3) and ($4::uuid is null or gainer_id = $4)
     order by requested_at desc, id limit ${shownMax}`,
    [session.isAdmin, session.scope.companyCodes, session.userId, userId],
  )
  const shown: RightsChange[] = []
  // Few wait at a time, because each is of one account and lapses after some days.
  for (const row of rows) {
    const { input, ...change } = row
    const approvers = await approversOf(queryable, await wantedNow(queryable, row))
    const label = kindOfInput(input).label!
    shown.push({
      ...change,
      ruleZh: label.zh,
      ruleEn: label.en,
      scope: scopeWords(input.after.scope),
      approvers: approvers.map(({ userName }) => userName),
    })
  }
  return shown
}

async function wantedNow(queryable: Queryable, change: StoredChange) {
  const { gainerId, input } = change
  if (gainerId === null) return wantedOf(change, input, null)
  const user = await readUser(queryable, gainerId)
  const rights = entryOf(await readRights(queryable, [gainerId]), gainerId)
  return wantedOf(change, input, { user, rights })
}

const kindOfInput = ({ wanted }: RightsInput): ApprovedRule =>
  wanted.act === 'shared' ? sharedRolesChange(wanted) : approvedAct(wanted)

async function decide(
  tx: Transaction,
  desk: UserDesk,
  person: Person,
  given: { id: string; act: RuleChangeAct; remark: string },
): Promise<{ change: RuleChange; issued: IssuedPassword | null }> {
  const { session } = person
  const [found] = await tx.query<StoredChange>(
    `select id, rule, gainer_id, input, requested_by from rule_change where id = $1 and input is not null for update`,
    [given.id],
  )
  if (found === undefined)
    throw refuse('not-found', { subject: '变更申请', subjectEn: 'Requested change', no: given.id })
  const { wanted } = found.input
  if (given.act === 'carryOut') {
    if (found.requestedBy !== session.userId)
      throw refuse('not-found', {
        subject: '您的变更申请',
        subjectEn: 'Change requested by you',
        no: given.id,
      })
    const change = await findRuleChange(tx, found, given.id)
    const approval = await wantedNow(tx, found)
    await alarmOfEmergency(tx, session, desk.rights, change, approval, given.remark)
  }
  const mayDecide = ({ companyCode }: RuleChange) => mustBeAbleToGive(session, found, companyCode)
  if (wanted.act === 'shared')
    return {
      change: await decideRuleChange(tx, session, sharedRolesChange(wanted), given, mayDecide),
      issued: null,
    }
  let issued: IssuedPassword | null = null
  const kind = approvedAct(wanted, async () => {
    const changed = await changeUserIn(tx, desk, person, {
      userId: found.gainerId!,
      action: `give-${wanted.act}`,
      notToOneself: true,
      approved: found.input.after,
      gives: () => wanted,
    })
    issued = changed.issued
    // The audit entry is that of the account.
    return undefined
  })
  const change = await decideRuleChange(tx, session, kind, given, mayDecide)
  return { change, issued }
}

/** Whoever may decide could make the change himself; what it gives is compared when it is carried out. */
function mustBeAbleToGive(
  session: Session,
  { requestedBy, input: { wanted } }: StoredChange,
  companyCode: string,
): void {
  if (session.isAdmin || requestedBy === session.userId) return
  if (wanted.act === 'shared') throw refuse('administrator-only')
  const { roles, label, isForAdministrators } = kindOf(wanted)
  requireRole(session, label, ...(isForAdministrators === true ? [adminRole] : roles))
  if (!session.scope.companyCodes.includes(companyCode))
    throw refuse('outside-scope', { what: '公司', whatEn: 'Company', value: companyCode || '–' })
}
