import { refuse } from '@kufang/kernel/refusal.ts'
import type { ServerContext } from '../platform/http/context.ts'
import { signInFailures } from '../platform/metrics/process-metrics.ts'
import { isKnownDevice } from './known-device.ts'
import type { GuessLimit } from './guess-limit.ts'
import { networkOf } from './network.ts'
import { hashPassword, isOutdated, verifyPassword } from './password.ts'
import { isAccountLive, isPasswordDue } from '../platform/session/load-session.ts'
import type { SignInOrigin } from './issue-token.ts'
import { issueToken } from './issue-token.ts'

export interface Credentials {
  account: string
  password: string
  /** The tenant of the page; if the account has one too, they must be equal. */
  tenantId?: string | undefined
}

export interface SignedIn {
  token: string
  userId: string
  expiresInSeconds: number
  mustChangePassword: boolean
}

interface UserRow {
  id: string
  account: string
  tenantId: string
  userName: string
  passwordHash: string
  status: 'active' | 'disabled'
  mustChangePassword: boolean
  /** False after the account's last day. */
  isLive: boolean
  /** The password was issued too long ago. */
  isLapsed: boolean
  validUntil: string | null
}

/** The context for checking passwords; one per app. */
export interface SignInDesk {
  context: ServerContext
  failures: GuessLimit
  /** Serialises sign-ins of one account from one network, so that parallel guesses are counted. */
  queues: Map<string, Promise<unknown>>
}

/**
 * Checks account and password and issues a token. An unknown account and a wrong password are refused identically
 * (`sign-in-failed`), in the same time and with the same lock after repeated failures (`account-locked`);
 * `account-disabled` and `account-expired` are revealed only with the correct password. Too many failures from one
 * address: `rate-limited`.
 */
export async function signIn(
  desk: SignInDesk,
  credentials: Credentials,
  origin: SignInOrigin,
): Promise<SignedIn> {
  const user = await checkPassword(desk, credentials, origin)
  const tenantId = credentials.tenantId ?? ''
  if (tenantId !== '' && user.tenantId !== '' && tenantId !== user.tenantId) {
    throw refuse('sign-in-failed')
  }
  if (user.status === 'disabled') throw refuse('account-disabled')
  if (!user.isLive) throw refuse('account-expired', { day: user.validUntil ?? '' })
  const { database, settings } = desk.context
  const refreshed = isOutdated(user.passwordHash) ? await hashPassword(credentials.password) : null
  const token = await database.transaction(async (tx) => {
    if (refreshed !== null) {
      await tx.query(`update app_user set password_hash = $2 where id = $1`, [user.id, refreshed])
    }
    return issueToken(tx, user, origin, { hours: settings.sessionHours, signedInBy: 'password' })
  })
  return {
    token,
    userId: user.id,
    expiresInSeconds: settings.sessionHours * 3600,
    mustChangePassword: user.mustChangePassword,
  }
}

/** The normalised form of an account for comparison. */
export function normalAccount(account: string): string {
  return account.trim().toLowerCase()
}

/** Refuses `rate-limited` after too many failures from one address. */
export function refuseTooOften(desk: SignInDesk, address: string): void {
  const seconds = desk.failures.waitSeconds(address)
  if (seconds === 0) return
  signInFailures.inc({ reason: 'too-often' })
  throw refuse('rate-limited', { seconds })
}

/**
 * The user with this password; counts failures and locks the account for where they come from: a browser in which somebody
 * has signed in to it, otherwise the network.
 */
export async function checkPassword(
  desk: SignInDesk,
  credentials: Credentials,
  origin: SignInOrigin,
): Promise<UserRow> {
  const account = normalAccount(credentials.account).slice(0, 60)
  if (await isKnownDevice(desk.context.database, account, origin.device))
    return checkFrom(desk, account, credentials.password, origin, `device:${origin.device}`)
  refuseTooOften(desk, origin.address)
  return checkFrom(desk, account, credentials.password, origin, networkOf(origin.address))
}

/** The own password of who is signed in; what strangers guess does not count here. */
export function checkOwnPassword(
  desk: SignInDesk,
  { account, password }: Credentials,
  origin: SignInOrigin,
): Promise<UserRow> {
  return checkFrom(desk, account, password, origin, 'own')
}

/** @param from what failures are counted by: a network, a browser, or the account's own session */
async function checkFrom(
  desk: SignInDesk,
  account: string,
  password: string,
  origin: SignInOrigin,
  from: string,
): Promise<UserRow> {
  const isNetwork = from === networkOf(origin.address)
  return inTurn(desk.queues, `${account} ${from}`, async () => {
    const { database, settings } = desk.context
    await refuseWhenLocked(desk, account, from, isNetwork)
    const [user] = await database.query<UserRow>(
      `select u.id, u.account, u.tenant_id, u.user_name, nullif(u.password_hash, '') as password_hash, u.status, u.valid_until,
         ${isPasswordDue('$2::integer')} as must_change_password, ${isAccountLive} as is_live,
         coalesce(u.password_valid_until < now(), false) as is_lapsed
       from app_user u where u.account = $1`,
      [account, settings.passwordDays],
    )
    if (await verifyPassword(user?.passwordHash ?? null, password)) {
      await noteSuccess(desk, account, from, isNetwork)
      if (user!.isLapsed) throw refuse('password-lapsed')
      return user!
    }
    if (isNetwork) desk.failures.fail(origin.address)
    await countFailure(desk, account, from, origin)
    throw refuse('sign-in-failed')
  })
}

/** Failures of an account from all networks together, in locks of one, at which networks that nobody ever used are closed. */
const locksOfStrangers = 10

/**
 * Refuses `account-locked` by account and network, or `rate-limited` where less than a minute is to be waited; networks in which
 * people sign in stay open.
 */
async function refuseWhenLocked(
  desk: SignInDesk,
  account: string,
  network: string,
  isNetwork: boolean,
): Promise<void> {
  const { database, settings } = desk.context
  const [found] = await database.query<{ seconds: number | null; isGuessed: boolean }>(
    `select (select ceil(extract(epoch from locked_until - now()))::integer from sign_in_failure
         where account = $1 and network = $2 and locked_until > now()) as seconds,
       (select coalesce(sum(failed_attempts), 0) >= $4 from sign_in_failure
         where account = $1 and last_failed_at > now() - make_interval(mins => $3))
         and $5 and not exists (select from known_network where network = $2) as is_guessed`,
    [
      account,
      network,
      settings.lockMinutes,
      settings.lockAfterFailures * locksOfStrangers,
      isNetwork,
    ],
  )
  const lockSeconds = settings.lockMinutes * 60
  const seconds = found?.seconds ?? (found?.isGuessed === true ? lockSeconds : null)
  if (seconds === null) return
  signInFailures.inc({ reason: 'locked' })
  if (seconds < 60 && lockSeconds >= 60) throw refuse('rate-limited', { seconds })
  throw refuse('account-locked', { minutes: Math.ceil(seconds / 60) })
}

/** A right password: what failed from this network is forgotten, and the network is one in which people sign in. */
async function noteSuccess(
  desk: SignInDesk,
  account: string,
  network: string,
  isNetwork: boolean,
): Promise<void> {
  const { database } = desk.context
  await database.query(
    `with forgotten as (delete from sign_in_failure where account = $1 and network = $2)
     insert into known_network (account, network) select $1, $2 where $3
     on conflict (account, network) do update set last_signed_in_at = excluded.last_signed_in_at`,
    [account, network, isNetwork],
  )
}

/**
 * Counts a wrong password. After as many as permitted the account is locked there. In a network where anybody has signed in
 * before, and where a colleague may be guessing, it waits instead: a second, then twice as long after each further one, at
 * most as long as a lock. It does so for every account, there or not: otherwise guesses would tell who works there.
 */
async function countFailure(
  desk: SignInDesk,
  account: string,
  network: string,
  origin: SignInOrigin,
): Promise<void> {
  signInFailures.inc({ reason: 'wrong-password' })
  const { database, log, settings } = desk.context
  const known = await database.query(`select from known_network where network = $1 limit 1`, [
    network,
  ])
  // A lock that has run out starts the count anew; one that grows, when nobody has failed for twice its longest time.
  const attempts = `case when f.locked_until is null
      or $5 and f.last_failed_at > now() - make_interval(mins => 2 * $3::integer)
    then f.failed_attempts + 1 else 1 end`
  const lockedUntil = (
    count: string,
  ) => `case when ${count} >= $2::integer then now() + make_interval(secs =>
    case when $5 then least($3::integer * 60, power(2, least(${count} - $2::integer, 20))) else $3::integer * 60 end) end`
  const [counted] = await database.query<{ failedAttempts: number; lockedUntil: string | null }>(
    `insert into sign_in_failure as f (account, network, failed_attempts, locked_until)
     values ($1, $4, 1, ${lockedUntil('1')})
     on conflict (account, network) do update set
       last_failed_at = excluded.last_failed_at,
       failed_attempts = ${attempts},
       locked_until = ${lockedUntil(`(${attempts})`)}
     returning failed_attempts, locked_until`,
    [account, settings.lockAfterFailures, settings.lockMinutes, network, known.length > 0],
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
