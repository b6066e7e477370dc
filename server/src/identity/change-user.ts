import type { FastifyInstance, FastifyRequest } from 'fastify'
import { label } from '@kufang/contract/document/declare/label.ts'
import type { RuleChange } from '@kufang/contract/document/rule-change.ts'
import { sensitiveRights } from '@kufang/contract/sensitive-rights.ts'
import { adminRole } from '@kufang/kernel/permission.ts'
import { refuse, refuseAll } from '@kufang/kernel/refusal.ts'
import { entryOf, firstOf } from '@kufang/kernel/present.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import type { Database, Transaction } from '../platform/database/database.ts'
import { requireOwnHand } from '../platform/http/access.ts'
import type { Session } from '../platform/session/session.ts'
import { announceSessionChange } from '../platform/http/session-cache.ts'
import { staleVersion } from '../platform/http/stale-version.ts'
import { isAccountLive } from '../platform/session/load-session.ts'
import { readRights, type Rights } from '../platform/session/rights.ts'
import { managerOf, type Manager } from './manager.ts'
import { maskedFor } from './personal-data.ts'
import type { IssuedPassword } from './issue-password.ts'
import { carryOut, isOfIdentity, valuesOf, type RightsAct } from './rights-acts.ts'
import { codesGained, codesToApprove, noRights, type Holding } from './rights-gain.ts'
import {
  approvedAct,
  requestRights,
  restored,
  stored,
  wantedOf,
  type RightsSurroundings,
  type StoredRights,
} from './rights-request.ts'
import { hasOpenRequest, refuseWider, renewOpenRequests } from './waiting-rights.ts'
import type { UserRecord } from './user-record.ts'
import { isAdministrator, readUser } from './user-record.ts'
import { barrierTo, beyondOwn } from './within-own.ts'

/** An arbitrary constant: two concurrent changes must not remove the last administrators. */
const administratorsLock = 7_310_003

/** What changes of accounts need. */
export interface UserDesk {
  app: FastifyInstance
  database: Database
  rights: RightsSurroundings
  /**
   * Gives the account a new password: by mail, or to the acting person to read; null if no mail reaches its person and
   * nobody may read it.
   */
  issuePassword: (
    tx: Transaction,
    session: Session,
    user: UserRecord,
    given: { mayRead: boolean; isSensitive: boolean },
  ) => Promise<IssuedPassword | null>
}

/** The person behind a request. */
export type Person = Pick<FastifyRequest, 'session' | 'functionCodes'>

export interface UserChange {
  userId: string
  action: string
  /** The version opened by the page; if outdated, `version-stale` is refused. */
  version?: number | undefined
  /** True if persons may not do this to themselves. */
  notToOneself?: boolean
  /** Adds data beyond the user's own columns to the audit entry. */
  describe?: (tx: Transaction) => Promise<unknown>
  /** What the act does besides giving rights, or all of it if it gives none; never waits. */
  work?: (tx: Transaction, user: UserRecord, isSensitive: boolean) => Promise<void>
  /** What it gives. If it needs a second person it is only requested. */
  gives?: (user: UserRecord) => RightsAct | null
  /** Why, for what needs a second person. */
  reason?: string | undefined
  /** Set where a request is carried out: the rights that were approved. */
  approved?: StoredRights
}

/** A changed account, and what of the change waits for another person. */
export interface ChangedUser {
  user: UserRecord
  waiting: (RuleChange & { approvers: string[] }) | null
  /** Rows added to its data scope. */
  added: number
  /** The password that was issued by the act. */
  issued: IssuedPassword | null
}

type Given = Omit<ChangedUser, 'user'>

/** See `changeUserIn`; in a transaction of its own. */
export async function changeUser(
  desk: UserDesk,
  request: Person,
  change: UserChange,
): Promise<ChangedUser> {
  const changed = await desk.database.transaction((tx) => changeUserIn(tx, desk, request, change))
  desk.app.sessionCache.forgetUser(change.userId)
  return { ...changed, user: maskedFor(managerOf(request), changed.user) }
}

/**
 * The only way to change a user: locks it, checks that its rights are within those of the acting person before and
 * after, requests what needs a second person instead of giving it, writes an audit entry, keeps at least one
 * administrator, and refreshes the user's sessions in all processes.
 * @throws Refusal `administrator-only`, `account-of-other-company`, `rights-beyond-own`, `own-rights`, `version-stale`,
 *   `rights-reason-required`, `rule-change-open`, `rights-changed-since`
 */
export async function changeUserIn(
  tx: Transaction,
  desk: UserDesk,
  request: Person,
  change: UserChange,
): Promise<ChangedUser> {
  const { session } = request
  requireOwnHand(session, label('修改账号和权限', 'Change accounts and rights'))
  await tx.query('select pg_advisory_xact_lock($1)', [administratorsLock])
  const before = await readUser(tx, change.userId, true)
  const manager = managerOf(request)
  const held = await holdingOf(tx, before.id)
  checkBefore(manager, change, before, held.rights)
  if (change.version !== undefined && change.version !== before.version) {
    throw staleVersion({
      no: before.account,
      user: await changedLastBy(tx, before.id),
      at: before.changedAt,
      current: before.version,
      given: change.version,
    })
  }
  const described = { before: (await change.describe?.(tx)) ?? before, after: undefined as unknown }
  const isSensitive = await needsSecond(tx, desk, before, held)
  await change.work?.(tx, before, isSensitive)
  const given = await give(tx, desk, request, change, held)
  // Nothing has changed yet, and the request has an entry of its own.
  if (given.waiting !== null && isSame(before, await readUser(tx, before.id)))
    return { user: before, ...given }
  await tx.query(
    `update app_user set version = version + 1, changed_at = now(), changed_by = $2 where id = $1`,
    [change.userId, session.userId],
  )
  const after = await readUser(tx, change.userId)
  const now = await holdingOf(tx, after.id)
  const beyond = beyondOwn(manager.rights, now.rights)
  if (beyond !== null) throw refuseAll([beyond])
  if (change.approved === undefined) await mustHaveGained(tx, desk, after, held, now)
  else refuseWider(after, restored(change.approved), now.rights)
  if (isAdministrator(before) && before.status === 'active') await keepAnAdministrator(tx, after)
  described.after = (await change.describe?.(tx)) ?? after
  const hasNewAddress = before.email !== after.email
  if (hasNewAddress || (given.issued !== null && session.userId !== after.id))
    await desk.rights.tellOfAccess(tx, session, {
      user: before,
      what: hasNewAddress ? 'address' : 'password',
      isSensitive,
    })
  if (change.approved !== undefined)
    await renewOpenRequests(tx, after, async (wanted) => {
      if (wanted.act === 'password') return now.rights
      await carryOut(tx, session, after, wanted)
      return rightsOfUser(tx, after.id)
    })
  await announceSessionChange(tx, { userId: change.userId })
  await writeAudit(tx, session, [
    {
      companyCode: '',
      subjectType: 'user',
      subjectId: after.id,
      subjectNo: after.account,
      action: change.action,
      ...described,
    },
  ])
  return { user: after, ...given }
}

const isSame = (one: UserRecord, other: UserRecord): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

function checkBefore(
  manager: Manager,
  { notToOneself }: UserChange,
  user: UserRecord,
  rights: Rights,
): void {
  const barrier = barrierTo(manager, user, rights)
  if (barrier !== null) throw refuseAll([barrier])
  if (notToOneself === true && !manager.rights.isAdmin && user.id === manager.userId)
    throw refuse('own-rights')
}

/** Ends an attempt whose outcome is known but must not be kept. */
class Undone extends Error {}

/** Gives what the act gives, or requests it. */
async function give(
  tx: Transaction,
  desk: UserDesk,
  { session, functionCodes }: Person,
  change: UserChange,
  held: Holding,
): Promise<Given> {
  const nothing: Given = { waiting: null, added: 0, issued: null }
  const user = await readUser(tx, change.userId)
  const wanted = change.gives?.(user) ?? null
  if (wanted === null) return nothing
  const carriedOut = async (): Promise<Given> => {
    if (wanted.act === 'password')
      return {
        ...nothing,
        issued: await desk.issuePassword(tx, session, user, { mayRead: true, isSensitive: true }),
      }
    return { ...nothing, added: await carryOut(tx, session, user, wanted) }
  }
  if (change.approved !== undefined) return carriedOut()
  const values = await valuesOf(tx, user, wanted)
  let outcome: { codes: readonly string[]; days: number; after: Rights } | undefined
  let done = nothing
  try {
    await tx.attempt(async () => {
      done = await carriedOut()
      const after = await holdingOf(tx, user.id)
      const beyond = beyondOwn(managerOf({ session, functionCodes }).rights, after.rights)
      if (beyond !== null) throw refuseAll([beyond])
      const { codes, days } = await needOf(tx, desk, user, held, after, wanted)
      if (codes === null) return
      outcome = { codes, days, after: after.rights }
      throw new Undone()
    })
  } catch (error) {
    if (!(error instanceof Undone)) throw error
  }
  if (outcome === undefined) return done
  const { codes, days, after } = outcome
  const input = { wanted, after: stored(after) }
  const gainerId = user.id
  const subject = { user, rights: (await holdingOf(tx, user.id)).rights }
  const waiting = await requestRights(tx, session, desk.rights, {
    kind: approvedAct(wanted),
    companyCode: user.owningCompany,
    subjectNo: user.account,
    gainerId,
    input,
    values,
    codes,
    reason: change.reason ?? '',
    days,
    approval: wantedOf({ requestedBy: session.userId, gainerId }, input, subject),
  })
  return { ...nothing, waiting }
}

/**
 * The codes of a change of an account that need a second person, by the parameters of its companies. Who could sign in
 * with the account gains all that it has. What an account gains while a request for it waits needs the second person
 * too, because he approves the request as it was made.
 */
async function needOf(
  tx: Transaction,
  { rights }: UserDesk,
  { id, owningCompany, isTechnical }: UserRecord,
  before: Holding,
  after: Holding,
  wanted?: RightsAct,
): Promise<{ codes: readonly string[] | null; days: number }> {
  const companies = [owningCompany, ...after.rights.scope.companyCodes]
  const { secondApproval, days } = await rights.readPolicy(tx, [...new Set(companies)])
  const ofIdentity = wanted !== undefined && isOfIdentity(wanted) && !isTechnical
  const from = ofIdentity ? noHolding : before
  const codes = codesToApprove(secondApproval, sensitiveRights(), from, after)
  if (codes !== null || secondApproval === 'none' || wanted === undefined) return { codes, days }
  if (wanted.act === 'confirm') return { codes: [], days }
  const isMore = beyondOwn(before.rights, after.rights) !== null
  if (!isMore || !(await hasOpenRequest(tx, id))) return { codes, days }
  return { codes: codesGained(before.rights, after.rights), days }
}

/** Whether the account has rights that are given by two persons, so that who signs in with it is their affair too. */
async function needsSecond(
  tx: Transaction,
  desk: UserDesk,
  user: UserRecord,
  held: Holding,
): Promise<boolean> {
  const { codes } = await needOf(tx, desk, user, noHolding, { ...held, isUsable: true })
  return codes !== null
}

const noHolding: Holding = { rights: noRights, isUsable: false }

/** A bug of ours, and no way around the second person: an act gave rights that it did not state in `gives`. */
async function mustHaveGained(
  tx: Transaction,
  desk: UserDesk,
  user: UserRecord,
  before: Holding,
  after: Holding,
): Promise<void> {
  const { codes } = await needOf(tx, desk, user, before, after)
  if (codes !== null) throw new Error(`${user.account} gained ${codes.join()} without a request`)
}

/** The rights of a user, who exists, and whether somebody can sign in with them. */
async function holdingOf(tx: Transaction, userId: string): Promise<Holding> {
  const found = firstOf(
    await tx.query<{ isUsable: boolean }>(
      `select ${isAccountLive} as is_usable from app_user u where u.id = $1`,
      [userId],
    ),
  )
  return { rights: await rightsOfUser(tx, userId), isUsable: found.isUsable }
}

/**
 * Requests that a new account be enabled if it has rights from the beginning that need a second person: as account
 * admin, or by its tenant. It is disabled until then.
 */
export async function requestOfNewAccount(
  tx: Transaction,
  desk: UserDesk,
  request: Person,
  userId: string,
  reason: string | undefined,
): Promise<ChangedUser['waiting']> {
  const user = await readUser(tx, userId)
  const after = await holdingOf(tx, userId)
  const { codes } = await needOf(tx, desk, user, { rights: noRights, isUsable: true }, after)
  if (codes === null || codes.length === 0) return null
  await tx.query(`update app_user set status = 'disabled' where id = $1`, [userId])
  const change = { userId, action: 'enable', reason, gives: () => ({ act: 'status' }) as const }
  const held = { rights: noRights, isUsable: false }
  return (await give(tx, desk, request, change, held)).waiting
}

/** The rights of a user, who exists. */
async function rightsOfUser(tx: Transaction, userId: string): Promise<Rights> {
  return entryOf(await readRights(tx, [userId]), userId)
}

async function changedLastBy(tx: Transaction, userId: string): Promise<string> {
  const [found] = await tx.query<{ userName: string }>(
    `select by.user_name from app_user u join app_user by on by.id = u.changed_by where u.id = $1`,
    [userId],
  )
  return found?.userName ?? ''
}

async function keepAnAdministrator(tx: Transaction, after: UserRecord): Promise<void> {
  const [others] = await tx.query<{ count: number }>(
    `select count(*) as count from app_user u
     -- One with a last day would leave nobody after it.
     where u.status = 'active' and u.valid_until is null and (u.account = $1
       or exists (select from user_role r where r.user_id = u.id and r.role_code = $1))`,
    [adminRole],
  )
  if ((others?.count ?? 0) === 0) throw refuse('last-administrator', { account: after.account })
}

/** Revokes all tokens of a user; `changeUser` informs the processes. */
export async function revokeTokens(tx: Transaction, userId: string): Promise<void> {
  await tx.query(
    `update user_token set revoked_at = now() where user_id = $1 and revoked_at is null`,
    [userId],
  )
}
