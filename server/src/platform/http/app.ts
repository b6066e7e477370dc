import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fastify, LogController } from 'fastify'
import { newId } from '@kufang/kernel/identifier.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import { firstOf } from '@kufang/kernel/present.ts'
import { runForSystem } from '../database/request-work.ts'
import { Metrics } from '../metrics/metrics.ts'
import { registerMetrics } from '../metrics/metrics-route.ts'
import { registerProbes } from '../operation/probe-routes.ts'
import { Readiness } from '../operation/readiness.ts'
import type { Settings } from '../settings.ts'
import { loadSession } from '../session/load-session.ts'
import { tokenUse } from '../session/token-use.ts'
import { languageOf } from './access.ts'
import { limitBodies } from './body-limits.ts'
import type { AreaRoutes, ServerContext } from './context.ts'
import { registerExportLimit } from './export-limit.ts'
import { mapFailure } from './failure.ts'
import { registerOpenApi } from './openapi.ts'
import { registerSecurityHeaders } from './security-headers.ts'
import { openSessionCache } from './session-cache.ts'
import { registerSessions, traceOfRequest } from './sessions.ts'
import { readUnitNames } from '../unit-names.ts'
import { registerStaticFiles } from './static-files.ts'
import { refuseUnkeepableText } from './unkeepable-text.ts'
import { plainSerializerCompiler, zodValidatorCompiler } from './validation.ts'

/** product.md section 9: a page waits 105 s for a response. */
const requestTimeoutMs = 105_000

/**
 * The HTTP server: sessions, envelope, validation, API documentation, routes of the areas and the web page. The caller
 * listens and closes; closing ends the session cache's connection but not the database.
 * @param routes those of the areas, in the order in which they are registered
 */
export async function createApp(
  context: ServerContext,
  routes: readonly AreaRoutes[],
): Promise<FastifyInstance> {
  const { settings, log } = context
  const app: FastifyInstance = fastify({
    loggerInstance: log as FastifyBaseLogger,
    // Requests are logged below, without query strings.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => newId(),
    requestIdHeader: false,
    trustProxy: trustedProxies(settings.trustProxy),
    bodyLimit: settings.bodyBytesMax,
    connectionTimeout: 0,
    requestTimeout: requestTimeoutMs,
    forceCloseConnections: 'idle',
    // A request that arrives after the time of `Settings.drainSeconds`.
    return503OnClosing: true,
    routerOptions: { maxParamLength: 200 },
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    // An undecodable URL never reaches a route, so it is reported as an unknown path.
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
  limitBodies(app, settings.bodyBytesMax)
  app.setValidatorCompiler(zodValidatorCompiler)
  app.setSerializerCompiler(plainSerializerCompiler)
  app.setErrorHandler(answerFailure)
  app.setNotFoundHandler((request) => {
    throw refuse('route-not-found', { path: pathOf(request) })
  })
  await readUnitNames(context.database)
  await app.register(cookie)
  await app.register(multipart, {
    limits: { fileSize: settings.fileBytesMax, files: 20, fields: 20, fieldSize: 4096, parts: 40 },
  })
  registerSecurityHeaders(app)
  registerProbes(app, new Readiness(context.database))
  registerMetrics(app, new Metrics(context.database, log, context.reports), settings.metricsToken)
  app.addHook('preValidation', refuseUnkeepableText)
  logRequests(app)
  const cache = await openSessionCache({
    connectionString: context.database.connectionString,
    // Requests of one token share it.
    load: (digest) =>
      runForSystem(() => loadSession(context.database, digest, settings.passwordDays)),
    onError: (error) => log.error({ err: error }, 'the session channel broke'),
  })
  app.addHook('onClose', () => cache.close())
  app.addHook('onResponse', async (request) => readToItsEnd(request))
  app.addHook('preClose', async () => closeLinesAsTheyFallIdle(app))
  registerSessions(app, cache, tokenUse(context.database))
  registerExportLimit(app, settings.exportsPerMinute)
  await registerOpenApi(app)
  await app.register(async (scope) => {
    scope.addHook('onSend', async (_request, reply) => {
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    })
    for (const register of routes) register(scope, context)
  })
  registerStaticFiles(app, settings.webFolder)
  await app.ready()
  return app
}

/**
 * Connections busy when closing begins are kept alive by their clients; Node closes only those idle at that moment and
 * would wait for the others until their time-out.
 */
function closeLinesAsTheyFallIdle(app: FastifyInstance): void {
  const sweep = setInterval(() => app.server.closeIdleConnections(), 50)
  app.server.once('close', () => clearInterval(sweep))
  if (!app.server.listening) clearInterval(sweep)
}

/**
 * After a refused upload the rest of its body would block the connection for later requests, so it is read and
 * discarded.
 */
function readToItsEnd({ raw }: FastifyRequest): void {
  if (raw.complete) return
  raw.unpipe()
  raw.resume()
}

/** Fastify's form of the setting; a number counts the proxies from our end of the chain. */
function trustedProxies(given: Settings['trustProxy']) {
  if (typeof given !== 'number') return given
  return (_address: string, hop: number) => hop < given
}

/** Only the path: query strings contain passwords in some existing calls (product.md section 7). */
function pathOf(request: FastifyRequest): string {
  return firstOf(request.url.split('?'))
}

async function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const mapped = mapFailure(error, {
    id: request.id,
    language: languageOf(request),
    path: pathOf(request),
  })
  if (mapped.unexpected) {
    request.log.error(
      {
        err: error,
        method: request.method,
        path: pathOf(request),
        traceId: traceOfRequest(request).traceId,
      },
      'request failed',
    )
  }
  if (mapped.code === 'server-busy') reply.header('retry-after', '1')
  return reply.code(mapped.status).send(mapped.body)
}

function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const line = {
      method: request.method,
      path: pathOf(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      traceId: traceOfRequest(request).traceId,
    }
    const isProbe = request.routeOptions.config.isProbe === true
    if (reply.statusCode >= 400 && !isProbe) request.log.info(line, 'refused')
    else request.log.debug(line, 'answered')
  })
}
