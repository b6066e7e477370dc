import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { success } from '../platform/http/envelope.ts'
import { setSessionCookies } from '../platform/http/session-cookies.ts'
import { sessionIdOf, tokenDigest } from '../platform/session/token.ts'
import { deviceOf } from './known-device.ts'
import type { SignInOrigin } from './issue-token.ts'

/** The response of every call that issues a token (product.md section 3, login response). */
export const tokenData = z.object({
  access_token: z.string(),
  /** Identifies the session, not secret; the value of the cookie and of the header kufang-session. */
  session_id: z.string(),
  token_type: z.literal('bearer'),
  /** In seconds. */
  expires_in: z.number().int(),
  /** Y: the password must be changed first. */
  forceEditPwdFlag: z.enum(['Y', 'N']),
  /** The provider's session index after SAML sign-in. */
  idp_token: z.string().optional(),
})

export const tokenExample = {
  access_token: '3mS0m9J1vGmJb8xkQ4yS0b2Zl8X9f7mQmT1r5cW2aUo',
  session_id: 'Zt3q0V2m8n5c7XwQk1Rj9y.Lh4sUaTgPdEbFoIvMxCzA1',
  token_type: 'bearer',
  expires_in: 43_200,
  forceEditPwdFlag: 'N',
} as const

/** Responds with the token, and sets the cookies of the session. */
export function answerToken(
  request: FastifyRequest,
  reply: FastifyReply,
  given: {
    token: string
    userId: string
    expiresInSeconds: number
    mustChangePassword: boolean
    idpToken?: string
  },
) {
  const sessionId = sessionIdOf(tokenDigest(given.token)!, given.userId)
  setSessionCookies(request, reply, given.token, sessionId, given.expiresInSeconds)
  return success<z.output<typeof tokenData>>({
    access_token: given.token,
    session_id: sessionId,
    token_type: 'bearer',
    expires_in: given.expiresInSeconds,
    forceEditPwdFlag: given.mustChangePassword ? 'Y' : 'N',
    ...(given.idpToken === undefined ? {} : { idp_token: given.idpToken }),
  })
}

export function originOf(request: FastifyRequest): SignInOrigin {
  return {
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    requestId: request.id,
    device: deviceOf(request),
  }
}
