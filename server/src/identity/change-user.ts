import type { FastifyInstance, FastifyRequest } from 'fastify'
import { adminRole } from '@kufang/kernel/permission.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import type { Database, Transaction } from '../platform/database/database.ts'
import { announceSessionChange } from '../platform/http/session-cache.ts'
import type { Session } from '../platform/session/session.ts'
import type { UserRecord } from './user-record.ts'
import { isAdministrator, readUser } from './user-record.ts'
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
 * The only way to change a user: locks it, checks the rights of the acting person, writes an audit entry, keeps at
 * least one administrator, and refreshes the user's sessions in all processes.
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
    checkManager(session, before, change.notToOneself === true)
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
  return changed
}

/**
 * Persons who are not administrators may not change administrators, their own rights, or users who also work for
 * companies outside their scope.
 */
function checkManager(session: Session, target: UserRecord, notToOneself: boolean): void {
  if (session.isAdmin) return
  if (isAdministrator(target)) throw refuse('administrator-only')
  if (notToOneself && target.id === session.userId) throw refuse('own-rights')
  const foreign = target.companyCodes.find((code) => !session.scope.companyCodes.includes(code))
  if (foreign !== undefined)
    throw refuse('outside-scope', { what: '账号', whatEn: 'Account', value: target.account })
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
