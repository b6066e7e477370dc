import { refuse } from '@kufang/kernel/refusal.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import type { ServerContext } from '../platform/http/context.ts'
import type { FailureLimit } from '../platform/http/rate-limit.ts'
import { hashPassword, isOutdated, verifyPassword } from './password.ts'
import { newToken, tokenDigest } from '../platform/session/token.ts'

export interface Credentials {
  account: string
  password: string
}

export interface SignInOrigin {
  address: string
  userAgent: string
  requestId: string
}

export interface SignedIn {
  token: string
  expiresInSeconds: number
  mustChangePassword: boolean
}

interface UserRow {
  id: string
  userName: string
  passwordHash: string
  status: 'active' | 'disabled'
  mustChangePassword: boolean
}

/** What the check of a password needs; one per app. */
export interface SignInDesk {
  context: ServerContext
  failures: FailureLimit
  /** Sign-ins of one account go one after the other, so that parallel guesses are counted too. */
  queues: Map<string, Promise<unknown>>
}

/**
 * Checks account and password and gives out a token. An unknown account and a wrong password are
 * refused alike (`sign-in-failed`), in the same time and with the same lock after repeated failures
 * (`account-locked`); `account-disabled` is said only to who knows the password. Too many failures
 * from one address: `rate-limited`.
 */
export async function signIn(
  desk: SignInDesk,
  credentials: Credentials,
  origin: SignInOrigin,
): Promise<SignedIn> {
  const user = await checkPassword(desk, credentials, origin)
  if (user.status === 'disabled') throw refuse('account-disabled')
  const { database, settings } = desk.context
  const token = newToken()
  const refreshed = isOutdated(user.passwordHash) ? await hashPassword(credentials.password) : null
  await database.transaction(async (tx) => {
    await tx.query(
      `insert into user_token (token_hash, user_id, expires_at, user_agent, remote_address)
       values ($1, $2, now() + make_interval(hours => $3), $4, $5)`,
      [
        tokenDigest(token),
        user.id,
        settings.sessionHours,
        origin.userAgent.slice(0, 300),
        origin.address,
      ],
    )
    await tx.query(
      `update app_user set last_login_at = now(), password_hash = coalesce($2, password_hash) where id = $1`,
      [user.id, refreshed],
    )
    await writeAudit(
      tx,
      { userId: user.id, userName: user.userName, requestId: origin.requestId },
      [
        {
          companyCode: '',
          subjectType: 'user',
          subjectId: user.id,
          subjectNo: normalAccount(credentials.account),
          action: 'signIn',
          after: { address: origin.address },
        },
      ],
    )
  })
  return {
    token,
    expiresInSeconds: settings.sessionHours * 3600,
    mustChangePassword: user.mustChangePassword,
  }
}

/** The form accounts are compared in. */
export function normalAccount(account: string): string {
  return account.trim().toLowerCase()
}

/** The user whose password this is; counts failures and locks. Also used when a password is changed. */
export async function checkPassword(
  desk: SignInDesk,
  { account: given, password }: Credentials,
  origin: SignInOrigin,
): Promise<UserRow> {
  const account = normalAccount(given).slice(0, 60)
  const seconds = desk.failures.waitSeconds(origin.address)
  if (seconds > 0) throw refuse('rate-limited', { seconds })
  return inTurn(desk.queues, account, async () => {
    const { database } = desk.context
    await refuseWhenLocked(desk, account)
    const [user] = await database.query<UserRow>(
      `select id, user_name, password_hash, status, must_change_password from app_user where account = $1`,
      [account],
    )
    if (await verifyPassword(user?.passwordHash ?? null, password)) {
      await database.query(`delete from sign_in_failure where account = $1`, [account])
      return user!
    }
    await countFailure(desk, account, origin)
    throw refuse('sign-in-failed')
  })
}

async function refuseWhenLocked(desk: SignInDesk, account: string): Promise<void> {
  const [lock] = await desk.context.database.query<{ minutes: number }>(
    `select ceil(extract(epoch from locked_until - now()) / 60)::integer as minutes
     from sign_in_failure where account = $1 and locked_until > now()`,
    [account],
  )
  if (lock !== undefined) throw refuse('account-locked', { minutes: lock.minutes })
}

async function countFailure(
  desk: SignInDesk,
  account: string,
  origin: SignInOrigin,
): Promise<void> {
  desk.failures.fail(origin.address)
  const { database, log, settings } = desk.context
  const [counted] = await database.query<{ failedAttempts: number; lockedUntil: string | null }>(
    `insert into sign_in_failure as f (account, failed_attempts, locked_until)
     values ($1, 1, case when $2 <= 1 then now() + make_interval(mins => $3) end)
     on conflict (account) do update set
       last_failed_at = now(),
       -- A lock that has run out starts the count anew.
       failed_attempts = case when f.locked_until is null then f.failed_attempts + 1 else 1 end,
       locked_until = case when f.locked_until is null and f.failed_attempts + 1 >= $2
         then now() + make_interval(mins => $3) end
     returning failed_attempts, locked_until`,
    [account, settings.lockAfterFailures, settings.lockMinutes],
  )
  log.info(
    { account, address: origin.address, reqId: origin.requestId, ...counted },
    'sign-in failed',
  )
}

async function inTurn<T>(
  queues: Map<string, Promise<unknown>>,
  key: string,
  work: () => Promise<T>,
): Promise<T> {
  const before = queues.get(key) ?? Promise.resolve()
  const mine = before.then(work, work)
  const settled = mine.catch(() => undefined)
  queues.set(key, settled)
  try {
    return await mine
  } finally {
    if (queues.get(key) === settled) queues.delete(key)
  }
}
