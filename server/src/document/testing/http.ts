import { fastify, type FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { languageOf } from '../../platform/http/access.ts'
import type { AreaRoutes, ServerContext } from '../../platform/http/context.ts'
import { mapFailure } from '../../platform/http/failure.ts'
import { plainSerializerCompiler, zodValidatorCompiler } from '../../platform/http/validation.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Session } from '../../platform/session/session.ts'
import { documentRoutes } from '../routes/routes.ts'

/** The document routes, or others, with this person's session; signing in is tested elsewhere. */
export async function documentCalls(
  database: Database,
  session: Session,
  routes: AreaRoutes = documentRoutes,
  context = { database, log: pino({ level: 'silent' }) } as unknown as ServerContext,
): Promise<FastifyInstance> {
  const app: FastifyInstance = fastify()
  app.setValidatorCompiler(zodValidatorCompiler)
  app.setSerializerCompiler(plainSerializerCompiler)
  app.setErrorHandler((error, request, reply) => {
    const mapped = mapFailure(error, {
      id: request.id,
      language: languageOf(request),
      path: request.url,
    })
    // Errors other than refusals are bugs; rethrow them so that the test fails.
    if (mapped.unexpected) throw error
    return reply.code(mapped.status).send(mapped.body)
  })
  app.addHook('onRequest', async (request) => {
    Object.assign(request, { session, functionCodes: new Set<string>() })
  })
  routes(app, context)
  await app.ready()
  return app
}
