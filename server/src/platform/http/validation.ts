import type { FastifySchemaCompiler } from 'fastify'
import type { FastifySerializerCompiler } from 'fastify/types/schema.js'
import { z } from 'zod'
import { placed, shapeProblems } from './body-shape.ts'
import { InputError, inputDetails } from './failure.ts'

/** What pages add to the query of every call, so that nothing between answers from a cache. */
const requestTime = 'timestamp'

/**
 * Lets routes use zod schemas for body, query, params and headers; the handler receives their output. Names that the
 * schema does not have are refused, unless it is declared to take any.
 */
export const zodValidatorCompiler: FastifySchemaCompiler<unknown> = ({ schema, httpPart }) => {
  if (!(schema instanceof z.ZodType)) {
    throw new TypeError(`the ${httpPart ?? 'request'} schema of a route must be a zod schema`)
  }
  return (input: unknown) => {
    const unknown = shapeProblems(schema, input).filter(
      ({ path }) => httpPart !== 'querystring' || path.join('.') !== requestTime,
    )
    if (unknown.length > 0)
      return { error: new InputError(unknown.map(({ path, zh, en }) => placed(path, zh, en))) }
    const parsed = schema.safeParse(input)
    return parsed.success
      ? { value: parsed.data }
      : { error: new InputError(inputDetails(parsed.error)) }
  }
}

/** Response schemas only document the API; the compiler checks the results of handlers. */
export const plainSerializerCompiler: FastifySerializerCompiler<unknown> = () => (data) =>
  JSON.stringify(data)
