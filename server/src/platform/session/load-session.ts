import { companyTimeZone } from '@kufang/kernel/company-day.ts'
import { firstOf } from '@kufang/kernel/present.ts'
import type { Queryable } from '../database/database.ts'
import type { SessionRecord } from '../http/session-cache.ts'
import { rightsColumns, rightsOf, type RightsRow } from './rights.ts'
import { rolesOfProgram } from './technical-access.ts'

interface SessionRow extends RightsRow {
  userId: string
  userName: string
  mustChangePassword: boolean
  expiresAt: string
  isTechnical: boolean
  requestsPerMinute: number
  networks: string[]
  tokenName: string
  issuedBy: string | null
  issuedByName: string
  passwordKnownTo: string | null
  passwordKnownToName: string
}

/**
 * SQL: whether `app_user u` must change the password first, because it was ordered or the password is older than `days`
 * (0 for no limit). Only for sessions signed in with that password (`user_token t`).
 */
export const isPasswordDue = (days: string): string =>
  `(u.must_change_password or (${days} > 0 and u.password_changed_at < now() - make_interval(days => ${days})))`

/** SQL: the account is active and not past its last day. */
export const isAccountLive = `u.status = 'active' and (u.valid_until is null or u.valid_until >= (now() at time zone '${companyTimeZone}')::date)`

/**
 * Reads a complete session. Null if the token is unknown, expired or revoked, or its account is disabled or past its
 * last day.
 * @param passwordDays days after which a password must be changed; 0 for never
 */
export async function loadSession(
  database: Queryable,
  tokenDigest: string,
  passwordDays: number,
): Promise<SessionRecord | null> {
  const [row] = await database.query<SessionRow>(
    `select u.id as user_id, u.user_name, t.expires_at, u.is_technical, u.requests_per_minute, u.networks, t.name as token_name, t.issued_by, t.issued_by_name,
       case when t.signed_in_by = 'password' then u.password_known_to end as password_known_to, u.password_known_to_name,
       t.signed_in_by = 'password' and ${isPasswordDue('$2::integer')} as must_change_password, ${rightsColumns}
     from user_token t join app_user u on u.id = t.user_id
     where t.token_hash = $1 and u.is_technical = (t.signed_in_by = 'issued') and t.revoked_at is null and t.expires_at > now() and ${isAccountLive}`,
    [tokenDigest, passwordDays],
  )
  if (row === undefined) return null
  const rights = firstOf(await rightsOf(database, [row]))
  const { isAdmin, scope, functionCodes } = rights
  const { isTechnical, tokenName, requestsPerMinute, networks } = row
  // No act gives a program the rights of an administrator; if it has them all the same, it has none.
  if (isTechnical && isAdmin) return null
  const roles = isTechnical ? rolesOfProgram(rights.roles) : rights.roles
  return {
    userId: row.userId,
    expiresAt: Date.parse(row.expiresAt),
    mustChangePassword: row.mustChangePassword,
    functionCodes,
    ...(isTechnical && { technical: { requestsPerMinute, networks } }),
    session: {
      userId: row.userId,
      account: row.account,
      // Whatever records who did something records by which token.
      userName: isTechnical ? `${row.userName} #${tokenName}` : row.userName,
      roles,
      isAdmin,
      ...(isTechnical && {
        isTechnical,
        issuer: { userId: row.issuedBy!, userName: row.issuedByName },
      }),
      ...(row.passwordKnownTo !== null && {
        passwordKnownTo: row.passwordKnownToName,
        issuer: { userId: row.passwordKnownTo, userName: row.passwordKnownToName },
      }),
      scope,
    },
  }
}
