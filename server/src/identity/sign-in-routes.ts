import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { refuse } from '@kufang/kernel/refusal.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { success } from '../platform/http/envelope.ts'
import { announceSessionChange } from '../platform/http/session-cache.ts'
import { readCookie, tokenDigestOf } from '../platform/http/sessions.ts'
import { typed } from '../platform/http/typed-routes.ts'
import type { SignInDesk } from './sign-in.ts'
import { signIn } from './sign-in.ts'
import type { SignInKey } from './sign-in-key.ts'
import { plainPassword } from './sign-in-key.ts'

/** The application id of the given system (product.md section 9). */
export const applicationId = '4517'

const text = (max: number) => z.string().max(max)
const credentials = z.object({
  username: text(60).optional(),
  password: text(1000).optional(),
  grant_type: text(40).optional(),
  tenantId: text(60).optional(),
  appId: text(60).optional(),
  encrypted: z.union([z.boolean(), z.enum(['true', 'false', '1', '0'])]).optional(),
})
// The given calls send some values in the query, newer pages in the body; both are taken.
const schema = {
  tags: ['session'],
  querystring: credentials.loose(),
  body: credentials.loose().nullish(),
}
type Given = z.output<typeof credentials>

/** Sign-in and sign-out under the addresses of product.md section 7. */
export function registerSignIn(app: FastifyInstance, desk: SignInDesk, key: SignInKey): void {
  const { database } = desk.context
  const routes = typed(app)
  const open = { config: { access: 'public' as const }, schema }

  async function answer(request: FastifyRequest, reply: FastifyReply, given: Given) {
    const password = plainPassword(
      key,
      given.password ?? '',
      given.encrypted === true || given.encrypted === 'true' || given.encrypted === '1',
    )
    const account = (given.username ?? '').trim()
    if (account === '') throw refuse('field-required', { field: 'username' }, { field: 'username' })
    if (password === '')
      throw refuse('field-required', { field: 'password' }, { field: 'password' })
    const signedIn = await signIn(
      desk,
      { account, password },
      {
        address: request.ip,
        userAgent: request.headers['user-agent'] ?? '',
        requestId: request.id,
      },
    )
    reply.setCookie(readCookie, signedIn.token, {
      ...cookieOptions(request),
      maxAge: signedIn.expiresInSeconds,
    })
    return success({
      access_token: signedIn.token,
      token_type: 'bearer',
      expires_in: signedIn.expiresInSeconds,
      forceEditPwdFlag: signedIn.mustChangePassword ? 'Y' : 'N',
    })
  }

  for (const path of ['/api/oauth/token', '/api/oauth/user/token']) {
    routes.post(path, open, async (request, reply) => {
      const given: Given = { ...request.query, ...request.body }
      if (given.grant_type !== undefined && given.grant_type !== 'password') {
        throw refuse(
          'input-invalid',
          { field: 'grant_type', problem: given.grant_type },
          { field: 'grant_type' },
        )
      }
      return answer(request, reply, given)
    })
  }

  routes.post('/api/oauth/jwt/user/token', open, async (request, reply) => {
    const given: Given = { ...request.query, ...request.body }
    const appId = given.appId === applicationId ? given.appId : fromBase64(given.appId)
    if (appId !== applicationId) {
      throw refuse('input-invalid', { field: 'appId', problem: appId }, { field: 'appId' })
    }
    return answer(request, reply, {
      ...given,
      username: fromBase64(given.username),
      password: fromBase64(given.password),
    })
  })

  routes.get(
    '/api/oauth/publicKey',
    { config: { access: 'public' }, schema: { tags: ['session'] } },
    async () => success(key.description),
  )

  routes.post(
    '/api/oauth/remove/token',
    { config: { access: 'anySession' }, schema: { tags: ['session'] } },
    async (request, reply) => {
      const tokenDigest = tokenDigestOf(request)
      await database.transaction(async (tx) => {
        await tx.query(`update user_token set revoked_at = now() where token_hash = $1`, [
          tokenDigest,
        ])
        await announceSessionChange(tx, { tokenDigest })
        await writeAudit(tx, request.session, [
          {
            companyCode: '',
            subjectType: 'user',
            subjectId: request.session.userId,
            subjectNo: request.session.account,
            action: 'signOut',
          },
        ])
      })
      app.sessionCache.forgetToken(tokenDigest)
      reply.clearCookie(readCookie, cookieOptions(request))
      return success(null)
    },
  )
}

function cookieOptions(request: FastifyRequest) {
  return {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: request.protocol === 'https',
  } as const
}

function fromBase64(value: string | undefined): string {
  return Buffer.from(value ?? '', 'base64').toString('utf8')
}
