import { createHash, randomBytes } from 'node:crypto'
import { refuse } from '@kufang/kernel/refusal.ts'
import type { Database, Transaction } from '../platform/database/database.ts'
import { isAccountLive } from '../platform/session/load-session.ts'
import type { SignInOrigin } from './issue-token.ts'
import { issueToken } from './issue-token.ts'
import type { SamlAnswer } from './saml-exchange.ts'
import { SamlProblem } from './saml-exchange.ts'
import { normalAccount } from './sign-in.ts'

/** Lifetime of the code: one redirect and one request. */
const codeSeconds = 60

/** A secret for a cookie or URL; the database stores only its `secretHash`. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

export function secretHash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

interface FoundUser {
  id: string
  status: 'active' | 'disabled'
  isLive: boolean
  validUntil: string | null
}

/**
 * Marks a response as used, once for all processes, and creates the one-time code for the browser of the request.
 * Throws `SamlProblem` for a response already used; refuses `saml-account-unknown`, `account-disabled` and
 * `account-expired`.
 * @returns the code and the requested page
 */
export async function takeSamlAnswer(
  database: Database,
  answer: SamlAnswer,
): Promise<{ code: string; redirect: string }> {
  const account = normalAccount(answer.account).slice(0, 60)
  const taken = await database.transaction(async (tx) => {
    const asked = await useUp(tx, answer)
    const [user] = await tx.query<FoundUser>(
      `select u.id, u.status, u.valid_until, ${isAccountLive} as is_live from app_user u where u.account = $1 and not u.is_technical`,
      [account],
    )
    if (user === undefined || !user.isLive) return { user, code: '', redirect: '' }
    const code = newSecret()
    await tx.query(
      `insert into sign_in_code (code_hash, user_id, browser_hash, session_index, expires_at)
       values ($1, $2, $3, $4, now() + make_interval(secs => $5))`,
      [secretHash(code), user.id, asked.browserHash, answer.sessionIndex, codeSeconds],
    )
    return { user, code, redirect: asked.redirect }
  })
  // Refused outside the transaction, so that the response is marked as used anyway.
  const { user, code, redirect } = taken
  if (user === undefined) throw refuse('saml-account-unknown')
  if (user.status === 'disabled') throw refuse('account-disabled')
  if (!user.isLive) throw refuse('account-expired', { day: user.validUntil ?? '' })
  return { code, redirect }
}

async function useUp(
  tx: Transaction,
  answer: SamlAnswer,
): Promise<{ browserHash: string; redirect: string }> {
  const [asked] = await tx.query<{ browserHash: string; redirect: string }>(
    `delete from saml_request where request_id = $1 and expires_at > now() returning browser_hash, redirect`,
    [answer.requestId],
  )
  if (asked === undefined) throw new SamlProblem('the request was answered before')
  const first = await tx.query(
    `insert into saml_assertion (assertion_id, expires_at) values ($1, $2)
     on conflict do nothing returning 1 as first`,
    [answer.assertionId, answer.expiresAt],
  )
  if (first.length === 0) throw new SamlProblem('the assertion was used before')
  return asked
}

/**
 * Exchanges the one-time code for a token, only in the browser that started the sign-in. Refuses `sign-in-code-invalid`
 * for a code that is unknown, used, expired or of another browser.
 */
export async function exchangeSignInCode(
  database: Database,
  given: { code: string; browserSecret: string },
  origin: SignInOrigin,
  hours: number,
): Promise<{ token: string; userId: string; sessionIndex: string }> {
  return database.transaction(async (tx) => {
    const [found] = await tx.query<{
      id: string
      account: string
      userName: string
      sessionIndex: string
    }>(
      `with used as (delete from sign_in_code where code_hash = $1 and browser_hash = $2 and expires_at > now()
         returning user_id, session_index)
       select u.id, u.account, u.user_name, used.session_index from used join app_user u on u.id = used.user_id
       where not u.is_technical and ${isAccountLive}`,
      [secretHash(given.code), secretHash(given.browserSecret)],
    )
    if (found === undefined) throw refuse('sign-in-code-invalid')
    const token = await issueToken(tx, found, origin, { hours, signedInBy: 'saml' })
    return { token, userId: found.id, sessionIndex: found.sessionIndex }
  })
}

/** Deletes expired rows whenever sign-ins are started. */
export async function forgetOldSamlTraces(database: Database): Promise<void> {
  await database.query(
    `with requests as (delete from saml_request where expires_at < now()),
       assertions as (delete from saml_assertion where expires_at < now())
     delete from sign_in_code where expires_at < now()`,
  )
}
