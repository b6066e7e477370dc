import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { z } from 'zod'

/**
 * Serves the OpenAPI 3.1 description of the routes as they are registered at /api/docs/json, and at /api/docs a page for
 * the typed description at /api/openapi.json (`document/openapi`). It is generated from the schemas that validate the
 * requests, so it cannot differ from them. It is for who is signed in.
 */
export async function registerOpenApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: '库房 kufang', version: '0.1.0' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
      security: [{ bearer: [] }],
    },
    transform: ({ schema, url }) => ({ schema: describe(schema), url }),
  })
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'anySession' }
    })
    // The page shows the typed description instead of its own one.
    const urls = [{ url: '/api/openapi.json', name: 'kufang' }]
    await scope.register(swaggerUi, {
      routePrefix: '/api/docs',
      uiConfig: { urls, docExpansion: 'none' },
    })
  })
}

function describe(schema: FastifySchema | undefined): FastifySchema {
  if (schema === undefined) return {}
  const described: FastifySchema = { ...schema }
  for (const part of ['body', 'querystring', 'params', 'headers'] as const) {
    if (described[part] !== undefined) described[part] = jsonSchemaOf(described[part], 'input')
  }
  if (described.response !== undefined && described.response !== null) {
    described.response = Object.fromEntries(
      Object.entries(described.response).map(([status, answer]) => [
        status,
        { description: status, ...(jsonSchemaOf(answer, 'output') as object) },
      ]),
    )
  }
  return described
}

function jsonSchemaOf(schema: unknown, io: 'input' | 'output'): unknown {
  if (!(schema instanceof z.ZodType)) return schema
  const made: Record<string, unknown> = {
    ...z.toJSONSchema(schema, { io, unrepresentable: 'any' }),
  }
  delete made['$schema']
  return made
}
