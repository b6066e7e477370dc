import { refuse } from '@kufang/kernel/refusal.ts'
import type { FastifyRequest } from 'fastify'

/** The idempotency key of a request; without one, a repeated request could act twice. */
export function idempotencyKeyOf(request: FastifyRequest): string {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || key === '') throw refuse('idempotency-key-missing', {})
  return key
}
