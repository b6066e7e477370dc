import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { refuse } from '@kufang/kernel/refusal.ts'
import type { Metrics } from './metrics.ts'

declare module 'fastify' {
  interface FastifyInstance {
    metrics: Metrics
  }
}

const tokenWrong = {
  code: 'metrics-token-wrong',
  zh: '令牌缺失或有误：请以 Authorization: Bearer 发送 KUFANG_METRICS_TOKEN 的值',
  en: 'the token is missing or wrong: send the value of KUFANG_METRICS_TOKEN as Authorization: Bearer',
}

/**
 * Counts every request but those of probes and sockets, and serves `GET /metrics` to whoever has the token.
 * @param token '': there is no such path here
 */
export function registerMetrics(app: FastifyInstance, metrics: Metrics, token: string): void {
  app.decorate('metrics', metrics)
  app.addHook('onResponse', async (request, reply) => {
    // A socket lasts as long as its window, and a process that stops answers probes with 503 as it should.
    if (request.ws || request.routeOptions.config.isProbe === true) return
    metrics.countRequest({
      method: request.method,
      // Unknown paths are as many as somebody likes to invent.
      route: request.is404 ? 'unknown' : (request.routeOptions.url ?? 'unknown'),
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    })
  })
  const options = {
    config: { access: 'public' as const, isProbe: true },
    schema: { hide: true },
  }
  app.get('/metrics', options, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    if (token === '') throw refuse('route-not-found', { path: '/metrics' })
    const given = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
    if (!isEqual(given, token))
      return reply.code(401).header('www-authenticate', 'Bearer').send(tokenWrong)
    return reply.header('content-type', metrics.contentType).send(await metrics.text())
  })
}

/** In a time that tells nothing about where the two differ, nor about their length. */
function isEqual(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
