import type { FastifyRequest } from 'fastify'

/**
 * Host and port under which the client has called us. X-Forwarded-Host is never believed: proxies pass it on as the
 * client has sent it unless they are told to remove it, while each sets Host.
 */
export function ownHost(request: FastifyRequest): string {
  return request.headers.host ?? ''
}
