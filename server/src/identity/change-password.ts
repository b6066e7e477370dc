import type { FastifyInstance, FastifyRequest } from 'fastify'
import { passwordProblem } from '@kufang/kernel/password.ts'
import type { PasswordProblem } from '@kufang/kernel/password.ts'
import { isRefusal, refuse } from '@kufang/kernel/refusal.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { announceSessionChange } from '../platform/http/session-cache.ts'
import { tokenDigestOf } from '../platform/http/sessions.ts'
import { hashPassword } from './password.ts'
import type { SignInDesk } from './sign-in.ts'
import { checkOwnPassword } from './sign-in.ts'

const fieldOf: Record<PasswordProblem, 'psw' | 'newPsw' | 'newPswConfirm'> = {
  'new-required': 'newPsw',
  'not-all-kinds': 'newPsw',
  'wrong-length': 'newPsw',
  'chinese-characters': 'newPsw',
  'old-required': 'psw',
  'confirmation-required': 'newPswConfirm',
  'confirmation-differs': 'newPswConfirm',
  'same-as-old': 'newPsw',
}

/** Refuses a new password that violates a rule of product.md section 5, on its field. */
export function checkNewPassword(old: string, wanted: string, confirmation: string): void {
  const problem = passwordProblem(old, wanted, confirmation)
  if (problem !== null) throw refuse(`password-${problem}`, {}, { field: fieldOf[problem] })
}

/**
 * Changes the password of the signed-in user. Other tokens are revoked; the token of the request stays valid. A wrong
 * old password counts as a failed sign-in.
 */
export async function changeOwnPassword(
  app: FastifyInstance,
  desk: SignInDesk,
  request: FastifyRequest,
  passwords: { old: string; wanted: string; confirmation: string },
): Promise<void> {
  checkNewPassword(passwords.old, passwords.wanted, passwords.confirmation)
  const { session } = request
  const origin = {
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    requestId: request.id,
    device: '',
  }
  try {
    await checkOwnPassword(desk, { account: session.account, password: passwords.old }, origin)
  } catch (error) {
    if (isRefusal(error) && error.code === 'sign-in-failed') {
      throw refuse('password-wrong', {}, { field: 'psw' })
    }
    throw error
  }
  const passwordHash = await hashPassword(passwords.wanted)
  await desk.context.database.transaction(async (tx) => {
    await tx.query(
      `update app_user set password_hash = $2, must_change_password = false, password_changed_at = now(),
         password_valid_until = null,
         version = version + 1, changed_at = now(), changed_by = id
       where id = $1`,
      [session.userId, passwordHash],
    )
    await tx.query(
      `update user_token set revoked_at = now() where user_id = $1 and revoked_at is null and token_hash <> $2`,
      [session.userId, tokenDigestOf(request)],
    )
    await announceSessionChange(tx, { userId: session.userId })
    await writeAudit(tx, session, [
      {
        companyCode: '',
        subjectType: 'user',
        subjectId: session.userId,
        subjectNo: session.account,
        action: 'changeOwnPassword',
      },
    ])
  })
  app.sessionCache.forgetUser(session.userId)
}
