import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '@kufang/kernel/refusal.ts'
import { isInNetworks } from '../session/technical-access.ts'
import type { RequestRate } from './rate-limit.ts'
import type { SessionRecord } from './session-cache.ts'

/**
 * Admits a request with a token: one of a person always, one of a technical account from its networks
 * (`address-outside-networks`) and within its rate (`rate-limited`, with `Retry-After`).
 */
export function admitTechnical(
  request: FastifyRequest,
  reply: FastifyReply,
  { userId, technical, session }: SessionRecord,
  rate: RequestRate,
): void {
  if (technical === undefined) return
  const { networks, requestsPerMinute } = technical
  if (networks.length > 0 && !isInNetworks(networks, request.ip))
    throw refuse('address-outside-networks', { account: session.account, address: request.ip })
  const seconds = rate.take(userId, requestsPerMinute)
  if (seconds === 0) return
  reply.header('retry-after', String(seconds))
  throw refuse('rate-limited', { seconds })
}
