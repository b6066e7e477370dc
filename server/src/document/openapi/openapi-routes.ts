import { addAll } from '@kufang/kernel/add-all.ts'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { refuse } from '@kufang/kernel/refusal.ts'
import type { AreaRoutes } from '../../platform/http/context.ts'
import { createRequestRate } from '../../platform/http/rate-limit.ts'
import { collectedRoutes, type CollectedRoute } from '../../platform/openapi/route-operations.ts'
import { describeApi, type ApiWords } from './describe.ts'

/** Of one person: whoever has it asks with its etag. */
const readingsPerMinute = 20

interface Served {
  text: string
  compressed: Buffer
  etag: string
}

/**
 * GET /api/openapi.json: the typed description of the API (`describeApi`). Register it before all other routes, which it
 * describes. It is computed on the first request and kept, because it is large; its figures are in the log. It is for who
 * is signed in: it is large, and says to a stranger what there is to attack.
 */
export function openApiRoutes(words: ApiWords): AreaRoutes {
  return (app, { log }) => {
    const routes: CollectedRoute[] = []
    app.addHook('onRoute', (route) => {
      addAll(routes, collectedRoutes(route))
    })
    let served: Promise<Served> | undefined
    const rate = createRequestRate()
    const describe = async (): Promise<Served> => {
      const startedAt = performance.now()
      const text = JSON.stringify(await describeApi(routes, words))
      const compressed = await promisify(gzip)(text)
      const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
      const figures = {
        bytes: Buffer.byteLength(text),
        compressedBytes: compressed.length,
        ms: Math.round(performance.now() - startedAt),
      }
      log.info(figures, 'API described')
      return { text, compressed, etag }
    }
    app.get(
      '/api/openapi.json',
      { config: { access: 'anySession' }, schema: { hide: true } },
      async (request, reply) => {
        served ??= describe()
        const { text, compressed, etag } = await served
        reply
          .header('etag', etag)
          .header('cache-control', 'no-cache')
          .header('vary', 'Accept-Encoding')
        if (request.headers['if-none-match'] === etag) return reply.code(304).send()
        const seconds = rate.take(request.session.userId, readingsPerMinute)
        if (seconds > 0) throw refuse('rate-limited', { seconds })
        reply.header('content-type', 'application/json; charset=utf-8')
        if (!/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? '')))
          return reply.send(text)
        return reply.header('content-encoding', 'gzip').send(compressed)
      },
    )
  }
}
