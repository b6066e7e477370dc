import type { FastifyInstance } from 'fastify'

/**
 * Scripts only from our own files. antd inserts style elements at run time, hence the exception; blobs and data URLs
 * are pictures, print previews and workers created by the page.
 */
export const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "frame-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** Sets the security headers of responses. */
export function registerSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'content-security-policy': contentSecurityPolicy,
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'geolocation=(), microphone=(), payment=(), usb=()',
      'x-dns-prefetch-control': 'off',
      'x-request-id': request.id,
    })
    if (request.protocol === 'https') {
      reply.header('strict-transport-security', 'max-age=31536000')
    }
  })
}
