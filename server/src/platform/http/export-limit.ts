import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from '@kufang/kernel/refusal.ts'
import { createFailureLimit } from './rate-limit.ts'

/** Whether a request asks for an export of a list. */
export function isExport(request: FastifyRequest): boolean {
  return (request.routeOptions.url ?? '').endsWith('/export')
}

/**
 * Limits exports per person and minute over all lists (`rate-limited`), because they are the most expensive calls.
 * Register it after the sessions, which identify the person.
 */
export function registerExportLimit(app: FastifyInstance, perMinute: number): void {
  const made = createFailureLimit(perMinute)
  app.addHook('onRequest', async (request) => {
    if (request.is404 || !isExport(request)) return
    const { userId } = request.session
    const seconds = made.waitSeconds(userId)
    if (seconds > 0) throw refuse('rate-limited', { seconds })
    made.fail(userId)
  })
}
