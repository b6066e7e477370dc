import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { success } from '../platform/http/envelope.ts'
import { cookieOptions, readCookie } from '../platform/http/sessions.ts'
import type { SignInOrigin } from './issue-token.ts'

/** The response of every call that issues a token (product.md section 3, login response). */
export const tokenData = z.object({
  access_token: z.string(),
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
  token_type: 'bearer',
  expires_in: 43_200,
  forceEditPwdFlag: 'N',
} as const

/** Responds with the token, and sets its read-only copy as a cookie. */
export function answerToken(
  request: FastifyRequest,
  reply: FastifyReply,
  given: {
    token: string
    expiresInSeconds: number
    mustChangePassword: boolean
    idpToken?: string
  },
) {
  reply.setCookie(readCookie, given.token, {
    ...cookieOptions(request),
    maxAge: given.expiresInSeconds,
  })
  return success<z.output<typeof tokenData>>({
    access_token: given.token,
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
  }
}
