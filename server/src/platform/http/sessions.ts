import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '@kufang/kernel/refusal.ts'
import { currentWork, RequestWork, runForRequest } from '../database/request-work.ts'
import type { Trace } from '../operation/trace.ts'
import { runWithTrace, traceOf } from '../operation/trace.ts'
import { tokenDigest } from '../session/token.ts'
import type { Session } from '../session/session.ts'
import type { NoteTokenUse } from '../session/token-use.ts'
import { holdsRole, languageOf } from './access.ts'
import { admitTechnical } from './admit-technical.ts'
import { isExport } from './export-limit.ts'
import { assertOwnWindow, clearSessionCookies, cookieTokenOf } from './session-cookies.ts'
import { createRequestRate, type RequestRate } from './rate-limit.ts'
import type { SessionCache } from './session-cache.ts'

declare module 'fastify' {
  interface FastifyInstance {
    sessionCache: SessionCache
  }
}

interface Known {
  session: Session
  mustChangePassword: boolean
  functionCodes: ReadonlySet<string>
  tokenDigest: string
}

const known = new WeakMap<FastifyRequest, Known>()

/**
 * Sets `request.session` on every request and checks the route's `config.access` and `config.roles`.
 * @param noteUse notes the use of tokens of technical accounts
 */
export function registerSessions(
  app: FastifyInstance,
  cache: SessionCache,
  noteUse: NoteTokenUse,
): void {
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
  // Nobody could call such a route: the declaration its roles come from lists none for it.
  app.addHook('onRoute', ({ method, url, config }) => {
    if (config?.roles?.length === 0) throw new Error(`${String(method)} ${url} is for no role`)
  })
  // Before parsing, so that unauthenticated clients cannot make the server read a body.
  const rate = createRequestRate()
  app.addHook('onRequest', (request, reply) => requireSession(request, reply, rate, noteUse))
}

const works = new WeakMap<FastifyRequest, RequestWork>()
const traces = new WeakMap<FastifyRequest, Trace>()

/** The trace of a request: that of its header `traceparent`, or one of its own. */
export function traceOfRequest(request: FastifyRequest): Trace {
  let trace = traces.get(request)
  if (trace === undefined) traces.set(request, (trace = traceOf(request.headers.traceparent)))
  return trace
}

/** Tells the database whose each request is and when its client has gone, and everything to which trace it belongs. */
function registerWork(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, next) => {
    const work = new RequestWork(request.ip)
    works.set(request, work)
    reply.raw.once('close', () => work.end(reply.raw.writableFinished))
    runWithTrace(traceOfRequest(request), () => runForRequest(work, next))
  })
  // The body is read in the context of the connection, which is nobody's.
  app.addHook('preValidation', (request, _reply, next) =>
    runWithTrace(traceOfRequest(request), () => runForRequest(works.get(request), next)),
  )
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

async function requireSession(
  request: FastifyRequest,
  reply: FastifyReply,
  rate: RequestRate,
  noteUse: NoteTokenUse,
): Promise<void> {
  const { access, roles } = request.routeOptions.config
  if (access === 'public' || request.is404) return
  const bearer = bearerOf(request)
  const inCookie = bearer === undefined ? cookieTokenOf(request) : undefined
  const digest = tokenDigest(bearer ?? inCookie ?? '')
  const record = digest === null ? null : await request.server.sessionCache.find(digest)
  if (digest === null || record === null) {
    if (inCookie !== undefined) clearSessionCookies(request, reply)
    throw refuse('session-expired')
  }
  if (inCookie !== undefined) assertOwnWindow(request, digest, record)
  // A program sends its token itself; one in a browser's cookie was put there by somebody else.
  if (record.technical !== undefined && inCookie !== undefined) throw refuse('session-expired')
  admitTechnical(request, reply, record, rate)
  if (record.technical !== undefined) await noteUse(digest)
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

function bearerOf({ headers: { authorization } }: FastifyRequest): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(authorization ?? '')?.[1]
}
