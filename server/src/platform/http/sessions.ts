import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '@kufang/kernel/refusal.ts'
import { currentWork, RequestWork, runForRequest } from '../database/request-work.ts'
import { tokenDigest } from '../session/token.ts'
import type { Session } from '../session/session.ts'
import { holdsRole, languageOf } from './access.ts'
import { isExport } from './export-limit.ts'
import type { SessionCache } from './session-cache.ts'

declare module 'fastify' {
  interface FastifyInstance {
    sessionCache: SessionCache
  }
}

/**
 * HttpOnly copy of the bearer token, for requests a browser makes without our code: downloads, pictures, the WebSocket
 * handshake. It permits reading only, so no other site can use it to write.
 */
export const readCookie = 'kufang-read'

/** Options of cookies only the server reads. */
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

/** Sets `request.session` on every request and checks the route's `config.access` and `config.roles`. */
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
  registerWork(app)
  // Before parsing, so that unauthenticated clients cannot make the server read a body.
  app.addHook('onRequest', requireSession)
}

const works = new WeakMap<FastifyRequest, RequestWork>()

/** Tells the database whose each request is, and when its client has gone. */
function registerWork(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, next) => {
    const work = new RequestWork(request.ip)
    works.set(request, work)
    reply.raw.once('close', () => work.end(reply.raw.writableFinished))
    runForRequest(work, next)
  })
  // The body is read in the context of the connection, which is nobody's.
  app.addHook('preValidation', (request, _reply, next) => runForRequest(works.get(request), next))
}

function knownOf(request: FastifyRequest): Known {
  const found = known.get(request)
  if (found === undefined)
    throw new Error(`${request.url.split('?')[0]} is public: it has no session`)
  return found
}

/** The digest of the request's token; for signing out. */
export function tokenDigestOf(request: FastifyRequest): string {
  return knownOf(request).tokenDigest
}

/** Whether the password must be changed first. */
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
  const work = currentWork()
  // An export holds a connection as long as the file is received, and must not stop the pages of its reader.
  if (work !== undefined)
    work.person = isExport(request) ? `${session.userId} export` : session.userId
  const { functionCodes, mustChangePassword } = record
  known.set(request, { session, functionCodes, mustChangePassword, tokenDigest: digest })
  if (roles !== undefined && !holdsRole(session, ...roles)) {
    throw refuse('role-missing', {
      action: `${request.method} ${request.routeOptions.url ?? ''}`,
      roles: roles.join(', '),
    })
  }
}

/** Clears the cookie of an ended session; a newer session of another window in the same cookie is kept. */
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
