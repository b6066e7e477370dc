import type { FastifyInstance, FastifyTypeProvider } from 'fastify'
import type { z } from 'zod'

/** Types requests from zod schemas: `request.body` is the schema's output. */
export interface ZodTypeProvider extends FastifyTypeProvider {
  readonly validator: this['schema'] extends z.ZodType ? z.output<this['schema']> : unknown
  readonly serializer: this['schema'] extends z.ZodType ? z.input<this['schema']> : unknown
}

/**
 * The same app, typed by zod: `typed(app).post('/api/x', { schema: { body: z.object({...}) } }, async (request) =>
 * success(...))`. Every route requires a session unless its options contain `config: { access: 'public' }`.
 */
export function typed(app: FastifyInstance) {
  return app.withTypeProvider<ZodTypeProvider>()
}
