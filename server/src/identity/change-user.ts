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

/** Any constant: two changes that each leave one administrator must not leave none together. */
const administratorsLock = 7_310_003

export interface UserChange {
  userId: string
  action: string
  /** What the page opened; a newer one is refused with `version-stale`. */
  version?: number | undefined
  /** True where the person may not do it to themselves. */
  notToOneself?: boolean
  /** Set where the audit shall tell more than the user's own columns. */
  describe?: (tx: Transaction) => Promise<unknown>
  work: (tx: Transaction, user: UserRecord) => Promise<void>
}

/**
 * The one way a user is changed: locked, with the rights of who changes checked, audited with before
 * and after, the last administrator kept, and the user's sessions refreshed in every process at once.
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
 * Who is no administrator changes no administrator, not their own rights, and nobody who also works
 * for companies out of sight: there a change would reach further than the manager sees.
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

/** Ends all tokens of a user; `changeUser` tells the processes. */
export async function revokeTokens(tx: Transaction, userId: string): Promise<void> {
  await tx.query(
    `update user_token set revoked_at = now() where user_id = $1 and revoked_at is null`,
    [userId],
  )
}
