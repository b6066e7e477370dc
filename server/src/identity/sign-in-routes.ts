import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { refuse } from '@kufang/kernel/refusal.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { answerOf, success } from '../platform/http/envelope.ts'
import { announceSessionChange } from '../platform/http/session-cache.ts'
import { clearSessionCookies, windowSessionOf } from '../platform/http/session-cookies.ts'
import { tokenDigestOf } from '../platform/http/sessions.ts'
import { sessionIdOf } from '../platform/session/token.ts'
import { typed } from '../platform/http/typed-routes.ts'
import { ensureDevice, isKnownDevice, noteDevice } from './known-device.ts'
import type { SignInDesk } from './sign-in.ts'
import { normalAccount, refuseTooOften, signIn } from './sign-in.ts'
import type { SignInKey } from './sign-in-key.ts'
import { plainPasswords } from './sign-in-key.ts'
import { answerToken, originOf, tokenData, tokenExample } from './token-answer.ts'

/** The application id of the existing system (product.md section 9). */
export const applicationId = '4517'

const value = (max: number, example: string) =>
  z
    .string()
    .max(max)
    .optional()
    .meta({ examples: [example] })
const credentials = z.looseObject({
  username: value(60, 'storekeeper'),
  /** Plain, or RSA-OAEP cipher text as base64 with prefix `rsa:` or flag `encrypted`. */
  password: value(1000, 'rsa:Xq2n…=='),
  grant_type: value(40, 'password'),
  tenantId: value(60, ''),
  encrypted: z.union([z.boolean(), z.enum(['true', 'false', '1', '0'])]).optional(),
})
const encodedCredentials = z.looseObject({
  username: value(100, 'c3RvcmVrZWVwZXI='),
  password: value(1400, 'cnNhOlhxMm4='),
  appId: value(60, 'NDUxNw=='),
  encrypted: z.union([z.boolean(), z.enum(['true', 'false', '1', '0'])]).optional(),
})
const tags = ['session']
const answer200 = { 200: answerOf(tokenData, tokenExample) }
/** Credentials from the query, the body or both. */
type Given = Pick<z.output<typeof credentials>, 'username' | 'password' | 'tenantId' | 'encrypted'>

/** Sign-in and sign-out under the paths of product.md section 7. */
// oxlint-disable-next-line max-lines-per-function -- one list of routes
export function registerSignIn(app: FastifyInstance, desk: SignInDesk, key: SignInKey): void {
  const { database } = desk.context
  const routes = typed(app)
  const open = { access: 'public' as const }

  async function answer(request: FastifyRequest, reply: FastifyReply, given: Given) {
    const origin = originOf(request)
    const account = (given.username ?? '').trim()
    // Before the password is decrypted.
    if (!(await isKnownDevice(database, normalAccount(account), origin.device)))
      refuseTooOften(desk, origin.address)
    const [password = ''] = await plainPasswords(
      database,
      key,
      [given.password ?? ''],
      given.encrypted === true || given.encrypted === 'true' || given.encrypted === '1',
    )
    if (account === '') throw refuse('field-required', { field: 'username' }, { field: 'username' })
    if (password === '')
      throw refuse('field-required', { field: 'password' }, { field: 'password' })
    const signedIn = await signIn(desk, { account, password, tenantId: given.tenantId }, origin)
    const answered = answerToken(request, reply, signedIn)
    await noteDevice(database, normalAccount(account), ensureDevice(request, reply))
    return answered
  }

  for (const path of ['/api/oauth/token', '/api/oauth/user/token']) {
    const schema = {
      tags,
      summary: 'Signs in with account and password',
      // Existing clients send some values in the query, newer pages in the body; both are accepted.
      querystring: credentials,
      body: credentials.nullish(),
      response: answer200,
    }
    routes.post(path, { config: open, schema }, async (request, reply) => {
      const given = { ...request.query, ...request.body }
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

  const encoded = {
    tags,
    summary: 'Signs in with values in base64; the application is always 4517',
    querystring: encodedCredentials,
    body: encodedCredentials.nullish(),
    response: answer200,
  }
  routes.post(
    '/api/oauth/jwt/user/token',
    { config: open, schema: encoded },
    async (request, reply) => {
      const given = { ...request.query, ...request.body }
      const appId = given.appId === applicationId ? given.appId : fromBase64(given.appId)
      if (appId !== applicationId) {
        throw refuse('input-invalid', { field: 'appId', problem: appId }, { field: 'appId' })
      }
      return answer(request, reply, {
        encrypted: given.encrypted,
        username: fromBase64(given.username),
        password: fromBase64(given.password),
      })
    },
  )

  routes.get(
    '/api/oauth/publicKey',
    {
      config: open,
      schema: { tags, summary: 'The key passwords are encrypted with, and a nonce' },
    },
    async () => success({ ...key.description, nonce: key.nonce() }),
  )

  routes.post(
    '/api/oauth/remove/token',
    {
      config: { access: 'anySession' },
      schema: {
        tags,
        summary: 'Signs out: the token is worth nothing afterwards',
        querystring: z.looseObject({ token: value(100, tokenExample.access_token) }),
        response: { 200: answerOf(z.null(), null) },
      },
    },
    async (request, reply) => {
      const tokenDigest = tokenDigestOf(request)
      const window = windowSessionOf(request)
      // The same person has signed in again in another window: that session is not the one to end.
      if (window !== undefined && window !== sessionIdOf(tokenDigest, request.session.userId))
        return success(null)
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
      clearSessionCookies(request, reply)
      return success(null)
    },
  )
}

function fromBase64(value: string | undefined): string {
  return Buffer.from(value ?? '', 'base64').toString('utf8')
}
