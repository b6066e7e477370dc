import type { FastifyRequest } from 'fastify'
import type { Rights } from '../platform/session/rights.ts'

/** A person who acts on accounts, with the rights that limit it. */
export interface Manager {
  userId: string
  rights: Rights
}

/** The manager behind a request. */
export function managerOf({
  session,
  functionCodes,
}: Pick<FastifyRequest, 'session' | 'functionCodes'>): Manager {
  const { userId, roles, isAdmin, scope } = session
  return { userId, rights: { roles, functionCodes, isAdmin, scope } }
}
