import { tokenDaysMax, type TechnicalToken } from '@kufang/contract/identity/technical-token.ts'
import { companyTimeZone, companyToday } from '@kufang/kernel/company-day.ts'
import { addDays } from '@kufang/kernel/local-date.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import type { Queryable, Transaction } from '../platform/database/database.ts'
import type { Session } from '../platform/session/session.ts'
import { newToken, tokenDigest } from '../platform/session/token.ts'
import type { UserRecord } from './user-record.ts'

/** The tokens of a technical account, valid ones first, then the newest; ended ones as long as they are kept. */
export function readTokens(database: Queryable, userId: string): Promise<TechnicalToken[]> {
  return database.query<TechnicalToken>(
    `select token_id as id, name, issued_at, issued_by_name, last_used_at, revoked_at,
       ((expires_at at time zone '${companyTimeZone}')::date - 1)::text as expires_on,
       case when revoked_at is not null then 'revoked' when expires_at <= now() then 'expired' else 'valid' end as state
     from user_token where user_id = $1 and signed_in_by = 'issued'
     order by revoked_at is not null or expires_at <= now(), issued_at desc, token_id`,
    [userId],
  )
}

/** Refuses `not-technical` for the account of a person. */
export function mustBeTechnical({ isTechnical, account }: UserRecord): void {
  if (!isTechnical) throw refuse('not-technical', { account })
}

/**
 * Issues a token of a technical account; others stay valid, so that a program changes over without a pause.
 * @returns the token, which is not stored anywhere
 * @throws Refusal `token-expiry-invalid`, `token-name-used`
 */
export async function issueTechnicalToken(
  tx: Transaction,
  session: Session,
  user: UserRecord,
  { name, expiresOn }: { name: string; expiresOn: string },
): Promise<string> {
  const earliest = companyToday()
  const latest = addDays(earliest, tokenDaysMax)
  if (expiresOn < earliest || expiresOn > latest)
    throw refuse(
      'token-expiry-invalid',
      { day: expiresOn, earliest, latest },
      { field: 'expiresOn' },
    )
  const token = newToken()
  const issued = await tx.query(
    `insert into user_token (token_hash, user_id, name, expires_at, signed_in_by, issued_by, issued_by_name)
     values ($1, $2, $3, ($4::date + 1)::timestamp at time zone '${companyTimeZone}', 'issued', $5, $6)
     on conflict (user_id, name) where signed_in_by = 'issued' and revoked_at is null do nothing returning 1 as issued`,
    [tokenDigest(token), user.id, name, expiresOn, session.userId, session.userName],
  )
  if (issued.length === 0)
    throw refuse('token-name-used', { account: user.account, name }, { field: 'name' })
  return token
}

/** Revokes one token of an account; refuses `not-found`. `changeUser` informs the processes. */
export async function revokeTechnicalToken(
  tx: Transaction,
  user: UserRecord,
  tokenId: string,
): Promise<void> {
  const revoked = await tx.query(
    `update user_token set revoked_at = now()
     where token_id = $1 and user_id = $2 and signed_in_by = 'issued' and revoked_at is null returning 1 as revoked`,
    [tokenId, user.id],
  )
  if (revoked.length === 0)
    throw refuse('not-found', {
      subject: '有效令牌',
      subjectEn: 'Token that is not revoked',
      no: tokenId,
    })
}
