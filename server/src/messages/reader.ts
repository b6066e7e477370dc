import type { FastifyRequest } from 'fastify'
import type { Session } from '../platform/session/session.ts'

/** A reader of to-dos and messages: the session with its function codes. */
export type MessageReader = Session & { functionCodes: ReadonlySet<string> }

/** The reader of a request. */
export function readerOf(request: FastifyRequest): MessageReader {
  return { ...request.session, functionCodes: request.functionCodes }
}
