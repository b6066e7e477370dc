import type { FastifyInstance } from 'fastify'
import type { Readiness } from './readiness.ts'

declare module 'fastify' {
  interface FastifyInstance {
    readiness: Readiness
  }
  interface FastifyContextConfig {
    /** Asked by machines every few seconds: logged at level debug only. */
    isProbe?: boolean
  }
}

/**
 * `GET /health`: the process is alive; answered without the database, so that a lost database restarts no process.
 * `GET /ready`: 200 if the process may be sent requests, else 503 with everything that is missing. Both are public: they
 * tell only what a machine in front needs.
 */
export function registerProbes(app: FastifyInstance, readiness: Readiness): void {
  app.decorate('readiness', readiness)
  const options = {
    config: { access: 'public' as const, isProbe: true },
    schema: { hide: true },
  }
  app.addHook('onRequest', async (_request, reply) => {
    // The client, or a proxy, opens its next connection elsewhere.
    if (readiness.isStopping) reply.header('connection', 'close')
  })
  app.get('/health', options, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ isAlive: true }),
  )
  app.get('/ready', options, async (_request, reply) => {
    const missing = await readiness.missing()
    return reply
      .code(missing.length === 0 ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ isReady: missing.length === 0, missing })
  })
}
