import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '@kufang/kernel/refusal.ts'
import { tokenDigest } from '../session/token.ts'
import type { Session } from '../session/session.ts'
import { holdsRole, languageOf } from './access.ts'
import type { SessionCache } from './session-cache.ts'

declare module 'fastify' {
  interface FastifyInstance {
    sessionCache: SessionCache
  }
}

/**
 * HttpOnly twin of the bearer token, for what a browser fetches without our code: downloads,
 * pictures, the websocket handshake. It counts for reading only, so no other site can make it write.
 */
export const readCookie = 'kufang-read'

/** Options of cookies that only the server reads. */
export function cookieOptions(request: FastifyRequest, sameSite: 'strict' | 'lax' = 'strict') {
  return { path: '/', httpOnly: true, sameSite, secure: request.protocol === 'https' } as const
}

interface Known {
  session: Session
  mustChangePassword: boolean
  functionCodes: ReadonlySet<string>
  tokenDigest: string
}

const known = new WeakMap<FastifyRequest, Known>()

/** Puts `request.session` on every request and checks the route's `config.access` and `config.roles`. */
export function registerSessions(app: FastifyInstance, cache: SessionCache): void {
  app.decorate('sessionCache', cache)
  app.decorateRequest('session', {
    getter() {
      return knownOf(this as FastifyRequest).session
    },
  } as never)
  app.decorateRequest('functionCodes', {
    getter() {
      return knownOf(this as FastifyRequest).functionCodes
    },
  } as never)
  // Before parsing: who is not signed in cannot make the server read a body.
  app.addHook('onRequest', requireSession)
}

function knownOf(request: FastifyRequest): Known {
  const found = known.get(request)
  if (found === undefined)
    throw new Error(`${request.url.split('?')[0]} is public: it has no session`)
  return found
}

/** The digest of the token a request came with; for signing out. */
export function tokenDigestOf(request: FastifyRequest): string {
  return knownOf(request).tokenDigest
}

/** Whether the person must change the password before anything else. */
export function mustChangePassword(request: FastifyRequest): boolean {
  return knownOf(request).mustChangePassword
}

async function requireSession(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { access, roles } = request.routeOptions.config
  if (access === 'public' || request.is404) return
  const digest = tokenDigest(tokenOf(request) ?? '')
  const record = digest === null ? null : await request.server.sessionCache.find(digest)
  if (digest === null || record === null) {
    await dropDeadCookie(request, reply)
    throw refuse('session-expired')
  }
  if (record.mustChangePassword && access !== 'anySession') throw refuse('password-change-required')
  const session: Session = {
    ...record.session,
    language: languageOf(request),
    requestId: request.id,
  }
  const { functionCodes, mustChangePassword } = record
  known.set(request, { session, functionCodes, mustChangePassword, tokenDigest: digest })
  if (roles !== undefined && !holdsRole(session, ...roles)) {
    throw refuse('role-missing', {
      action: `${request.method} ${request.routeOptions.url ?? ''}`,
      roles: roles.join(', '),
    })
  }
}

/** The twin goes with its session; another window's new session, in the same cookie, stays. */
async function dropDeadCookie(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const twin = request.cookies[readCookie]
  if (twin === undefined) return
  const digest = tokenDigest(twin)
  if (digest !== null && (await request.server.sessionCache.find(digest)) !== null) return
  reply.clearCookie(readCookie, cookieOptions(request))
}

function tokenOf(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization
  if (header !== undefined) return /^Bearer\s+(\S+)$/i.exec(header)?.[1]
  return request.method === 'GET' || request.method === 'HEAD'
    ? request.cookies[readCookie]
    : undefined
}
