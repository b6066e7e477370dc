import type { FastifyInstance, FastifyRequest } from 'fastify'
import { adminRole } from '@kufang/kernel/permission.ts'
import { refuse, refuseAll } from '@kufang/kernel/refusal.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import type { Database, Transaction } from '../platform/database/database.ts'
import { announceSessionChange } from '../platform/http/session-cache.ts'
import { readRights, type Rights } from '../platform/session/rights.ts'
import type { UserRecord } from './user-record.ts'
import { isAdministrator, readUser } from './user-record.ts'
import { maskedFor } from './personal-data.ts'
import { managerOf } from './manager.ts'
import { barrierTo, beyondOwn } from './within-own.ts'
import { staleVersion } from '../platform/http/stale-version.ts'

/** An arbitrary constant: two concurrent changes must not remove the last administrators. */
const administratorsLock = 7_310_003

export interface UserChange {
  userId: string
  action: string
  /** The version opened by the page; if outdated, `version-stale` is refused. */
  version?: number | undefined
  /** True if persons may not do this to themselves. */
  notToOneself?: boolean
  /** Adds data beyond the user's own columns to the audit entry. */
  describe?: (tx: Transaction) => Promise<unknown>
  work: (tx: Transaction, user: UserRecord) => Promise<void>
}

/**
 * The only way to change a user: locks it, checks that its rights are within those of the acting person before and
 * after, writes an audit entry, keeps at least one administrator, and refreshes the user's sessions in all processes.
 * @throws Refusal `administrator-only`, `account-of-other-company`, `rights-beyond-own`, `own-rights`, `version-stale`
 */
export async function changeUser(
  app: FastifyInstance,
  database: Database,
  request: FastifyRequest,
  change: UserChange,
): Promise<UserRecord> {
  const { session } = request
  const changed = await database.transaction(async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [administratorsLock])
    const before = await readUser(tx, change.userId, true)
    const manager = managerOf(request)
    const barrier = barrierTo(manager, before, await rightsOfUser(tx, before.id))
    if (barrier !== null) throw refuseAll([barrier])
    if (change.notToOneself === true && !session.isAdmin && before.id === session.userId)
      throw refuse('own-rights')
    if (change.version !== undefined && change.version !== before.version) {
      throw staleVersion({
        no: before.account,
        user: await changedLastBy(tx, before.id),
        at: before.changedAt,
        current: before.version,
        given: change.version,
      })
    }
    const described = {
      before: (await change.describe?.(tx)) ?? before,
      after: undefined as unknown,
    }
    await change.work(tx, before)
    await tx.query(
      `update app_user set version = version + 1, changed_at = now(), changed_by = $2 where id = $1`,
      [change.userId, session.userId],
    )
    const after = await readUser(tx, change.userId)
    const beyond = beyondOwn(manager.rights, await rightsOfUser(tx, after.id))
    if (beyond !== null) throw refuseAll([beyond])
    if (isAdministrator(before) && before.status === 'active') await keepAnAdministrator(tx, after)
    described.after = (await change.describe?.(tx)) ?? after
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
    return after
  })
  app.sessionCache.forgetUser(change.userId)
  return maskedFor(managerOf(request), changed)
}

/** The rights of a user, who exists. */
async function rightsOfUser(tx: Transaction, userId: string): Promise<Rights> {
  return (await readRights(tx, [userId])).get(userId)!
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
