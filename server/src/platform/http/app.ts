import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fastify, LogController } from 'fastify'
import { newId } from '@kufang/kernel/identifier.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import { loadSession } from '../session/load-session.ts'
import { areaRoutes } from '../../routes.ts'
import { languageOf } from './access.ts'
import type { AreaRoutes, ServerContext } from './context.ts'
import { registerExportLimit } from './export-limit.ts'
import { mapFailure } from './failure.ts'
import { registerOpenApi } from './openapi.ts'
import { registerSecurityHeaders } from './security-headers.ts'
import { openSessionCache } from './session-cache.ts'
import { registerSessions } from './sessions.ts'
import { registerStaticFiles } from './static-files.ts'
import { refuseUnkeepableText } from './unkeepable-text.ts'
import { plainSerializerCompiler, zodValidatorCompiler } from './validation.ts'

/** product.md section 9: a page waits 105 s for an answer. */
const requestTimeoutMs = 105_000

/**
 * The whole HTTP side: sessions, envelope, checks, documentation, the areas' routes and the web
 * page. The caller listens and closes; closing ends the cache's connection, not the database.
 *
 * @param furtherRoutes beside the areas' own, for tests
 */
export async function createApp(
  context: ServerContext,
  furtherRoutes: readonly AreaRoutes[] = [],
): Promise<FastifyInstance> {
  const { settings, log } = context
  const app: FastifyInstance = fastify({
    loggerInstance: log as FastifyBaseLogger,
    // Requests are logged below, without their queries.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => newId(),
    requestIdHeader: false,
    trustProxy: settings.trustProxy,
    bodyLimit: settings.bodyBytesMax,
    connectionTimeout: 0,
    requestTimeout: requestTimeoutMs,
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    routerOptions: { maxParamLength: 200 },
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    // An address that cannot be decoded never reaches a route, so it is told as one that leads nowhere.
    frameworkErrors: (error, request, reply) => {
      void answerFailure(
        error.code === 'FST_ERR_BAD_URL'
          ? refuse('route-not-found', { path: pathOf(request as FastifyRequest) })
          : error,
        request as FastifyRequest,
        reply as FastifyReply,
      )
    },
  })
  app.setValidatorCompiler(zodValidatorCompiler)
  app.setSerializerCompiler(plainSerializerCompiler)
  app.setErrorHandler(answerFailure)
  app.setNotFoundHandler((request) => {
    throw refuse('route-not-found', { path: pathOf(request) })
  })
  await app.register(cookie)
  await app.register(multipart, {
    limits: { fileSize: settings.fileBytesMax, files: 20, fields: 20, fieldSize: 4096, parts: 40 },
  })
  registerSecurityHeaders(app)
  app.addHook('preValidation', refuseUnkeepableText)
  logRequests(app)
  const cache = await openSessionCache({
    connectionString: context.database.connectionString,
    load: (digest) => loadSession(context.database, digest, settings.passwordDays),
    onError: (error) => log.error({ err: error }, 'the session channel broke'),
  })
  app.addHook('onClose', () => cache.close())
  app.addHook('onResponse', async (request) => readToItsEnd(request))
  app.addHook('preClose', async () => closeLinesAsTheyFallIdle(app))
  registerSessions(app, cache)
  registerExportLimit(app, settings.exportsPerMinute)
  await registerOpenApi(app)
  await app.register(async (scope) => {
    scope.addHook('onSend', async (_request, reply) => {
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    })
    for (const register of [...areaRoutes, ...furtherRoutes]) register(scope, context)
  })
  registerStaticFiles(app, settings.webFolder)
  await app.ready()
  return app
}

/**
 * A line whose request was under way when closing began is kept open by its client for the next one; Node
 * closes only those idle at that moment and would wait for the rest until they give up.
 */
function closeLinesAsTheyFallIdle(app: FastifyInstance): void {
  const sweep = setInterval(() => app.server.closeIdleConnections(), 50)
  app.server.once('close', () => clearInterval(sweep))
  if (!app.server.listening) clearInterval(sweep)
}

/**
 * An upload that was refused half read would leave the rest of it on the line, and the next request behind
 * it for ever: what nobody wants any more is read and dropped.
 */
function readToItsEnd({ raw }: FastifyRequest): void {
  if (raw.complete) return
  raw.unpipe()
  raw.resume()
}

/** The path alone: queries carry passwords in some of the given calls (product.md section 7). */
function pathOf(request: FastifyRequest): string {
  return request.url.split('?')[0]!
}

async function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const mapped = mapFailure(error, {
    id: request.id,
    language: languageOf(request),
    path: pathOf(request),
  })
  if (mapped.unexpected) {
    request.log.error(
      { err: error, method: request.method, path: pathOf(request) },
      'request failed',
    )
  }
  return reply.code(mapped.status).send(mapped.body)
}

function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const line = {
      method: request.method,
      path: pathOf(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    }
    if (reply.statusCode >= 400) request.log.info(line, 'refused')
    else request.log.debug(line, 'answered')
  })
}
