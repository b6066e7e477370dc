import { writeAudit } from '../platform/audit/audit.ts'
import type { Transaction } from '../platform/database/database.ts'
import { newToken, tokenDigest } from '../platform/session/token.ts'

/** The origin of a sign-in. */
export interface SignInOrigin {
  address: string
  userAgent: string
  requestId: string
  /** Digest of the browser's secret (`known-device.ts`); '' if it has none. */
  device: string
}

/** An authenticated user. */
export interface ProvenUser {
  id: string
  account: string
  userName: string
}

/**
 * Issues a token in the caller's transaction: stores its digest, updates the last sign-in, and writes an audit entry
 * with the address.
 * @returns the token, which is not stored anywhere
 */
export async function issueToken(
  tx: Transaction,
  user: ProvenUser,
  origin: SignInOrigin,
  options: { hours: number; signedInBy: 'password' | 'saml' },
): Promise<string> {
  const token = newToken()
  await tx.query(
    `insert into user_token (token_hash, user_id, expires_at, user_agent, remote_address, signed_in_by)
     values ($1, $2, now() + make_interval(hours => $3), $4, $5, $6)`,
    [
      tokenDigest(token),
      user.id,
      options.hours,
      origin.userAgent.slice(0, 300),
      origin.address,
      options.signedInBy,
    ],
  )
  await tx.query(`update app_user set last_login_at = now() where id = $1`, [user.id])
  await writeAudit(tx, { userId: user.id, userName: user.userName, requestId: origin.requestId }, [
    {
      companyCode: '',
      subjectType: 'user',
      subjectId: user.id,
      subjectNo: user.account,
      action: 'signIn',
      after: { address: origin.address, by: options.signedInBy },
    },
  ])
  return token
}
