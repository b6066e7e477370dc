import type { FastifyRequest } from 'fastify'
import type { Session } from '../platform/session/session.ts'

/** Who reads to-dos and messages: the session with the buttons the person holds. */
export type MessageReader = Session & { functionCodes: ReadonlySet<string> }

/** The reader behind a request. */
export function readerOf(request: FastifyRequest): MessageReader {
  return { ...request.session, functionCodes: request.functionCodes }
}
