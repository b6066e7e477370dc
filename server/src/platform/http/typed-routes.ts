import type { FastifyInstance, FastifyTypeProvider } from 'fastify'
import type { z } from 'zod'

/** Gives Fastify the types of zod schemas: `request.body` is what the schema puts out. */
export interface ZodTypeProvider extends FastifyTypeProvider {
  readonly validator: this['schema'] extends z.ZodType ? z.output<this['schema']> : unknown
  readonly serializer: this['schema'] extends z.ZodType ? z.input<this['schema']> : unknown
}

/**
 * The same app, typed by zod:
 * `typed(app).post('/api/x', { schema: { body: z.object({...}) } }, async (request) => success(...))`.
 * Every route needs a session unless its options say `config: { access: 'public' }`.
 */
export function typed(app: FastifyInstance) {
  return app.withTypeProvider<ZodTypeProvider>()
}
