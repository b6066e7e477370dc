import type { FastifyInstance } from 'fastify'
import { refuse } from '@kufang/kernel/refusal.ts'
import { createFailureLimit } from './rate-limit.ts'

/**
 * A workbook of a whole list costs more than any other call: so many may be made by one person within
 * a minute, of whatever lists (`rate-limited`). Register it after the sessions, which say who asks.
 */
export function registerExportLimit(app: FastifyInstance, perMinute: number): void {
  const made = createFailureLimit(perMinute)
  app.addHook('onRequest', async (request) => {
    if (request.is404 || !(request.routeOptions.url ?? '').endsWith('/export')) return
    const { userId } = request.session
    const seconds = made.waitSeconds(userId)
    if (seconds > 0) throw refuse('rate-limited', { seconds })
    made.fail(userId)
  })
}
