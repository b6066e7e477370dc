import {
  sessionCookie,
  sessionHeader,
  tokenCookie,
} from '@kufang/contract/identity/session-names.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isSamePerson, sessionIdOf } from '../session/token.ts'
import { ownHost } from './own-host.ts'
import type { SessionRecord } from './session-cache.ts'

/** Options of cookies only the server reads. */
export function cookieOptions(
  request: FastifyRequest,
  sameSite: 'strict' | 'lax' = 'strict',
): CookieSerializeOptions {
  return { path: '/', httpOnly: true, sameSite, secure: request.protocol === 'https' }
}

/** Sets the cookie with the token, and the one that tells the page which session it is. */
export function setSessionCookies(
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
  sessionId: string,
  maxAge: number,
): void {
  const options = cookieOptions(request)
  reply.setCookie(tokenCookie, token, { ...options, maxAge })
  reply.setCookie(sessionCookie, sessionId, { ...options, httpOnly: false, maxAge })
}

export function clearSessionCookies(request: FastifyRequest, reply: FastifyReply): void {
  const options = cookieOptions(request)
  reply.clearCookie(tokenCookie, options)
  reply.clearCookie(sessionCookie, { ...options, httpOnly: false })
}

/** The identifier of the session whose pages the window shows; absent outside of the page's code. */
export function windowSessionOf(request: FastifyRequest): string | undefined {
  const value = request.headers[sessionHeader]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/**
 * The token in the cookie, if the request may use it: the page's code asks with the header of its session, and a browser
 * itself reads, such as a picture or a download. Other credentials in the request exclude the cookie.
 */
export function cookieTokenOf(request: FastifyRequest): string | undefined {
  const isOfPage = windowSessionOf(request) !== undefined
  const isPlainRead = request.headers.authorization === undefined && isRead(request)
  return isOfPage || isPlainRead ? request.cookies[tokenCookie] : undefined
}

/**
 * Refuses a request that uses the cookie although another site caused it (`cross-site-request`), or although the window
 * shows the pages of another person than the one who has signed in in this browser since (`signed-in-elsewhere`).
 */
export function assertOwnWindow(
  request: FastifyRequest,
  digest: string,
  { userId, session }: SessionRecord,
): void {
  if (!isRead(request) && !isSameOrigin(request)) throw refuse('cross-site-request')
  const window = windowSessionOf(request)
  if (window === undefined || isSamePerson(window, sessionIdOf(digest, userId))) return
  throw refuse('signed-in-elsewhere', { account: session.account, user: session.userName })
}

const isRead = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD'

/**
 * Browsers state where a request comes from: in Sec-Fetch-Site, which they send over https and to this machine, and the
 * origin with every write.
 */
function isSameOrigin(request: FastifyRequest): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (site !== undefined) return site === 'same-origin'
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === ownHost(request)
}
