import { Socket } from 'node:net'
import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { tokenOfProtocols } from '@kufang/contract/messages/live-message.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import type { AreaRoutes } from '../http/context.ts'
import { createFailureLimit } from '../http/rate-limit.ts'
import type { SessionRecord } from '../http/session-cache.ts'
import { tokenDigestOf } from '../http/sessions.ts'
import type { LiveTranslator } from './live-hub.ts'
import { LiveHub } from './live-hub.ts'

/** A heartbeat is some 100 bytes. */
const messageBytesMax = 1024
/** Twenty windows that come back after a restart, several times. */
const openingsPerMinute = 120
/** How long an upgrade may take until the socket is one, ms. */
const upgradeMs = 10_000
/** Windows get this long to say goodbye when the server stops, ms. */
const goodbyeMs = 500
/** RFC 6455: the server goes away. */
const goingAway = 1001

/**
 * The live channel at /websocket. The token comes with the handshake: as bearer, or from a browser, which
 * cannot send that header, among the subprotocols or as the cookie of the session; then the page must be ours.
 */
export function liveRoutes(translate: LiveTranslator): AreaRoutes {
  return (app, context) => {
    app.register(async (scope: FastifyInstance) => {
      const { database, log } = context
      const hub = new LiveHub({ database, sessions: app.sessionCache, translate, log })
      scope.addHook('onClose', () => hub.close())
      // Whoever asks to upgrade and never does holds a socket that nobody else watches.
      app.server.prependListener('upgrade', (request, socket) => {
        const token = tokenOfProtocols(request.headers['sec-websocket-protocol'] ?? '')
        if (token !== undefined) request.headers.authorization ??= `Bearer ${token}`
        if (socket instanceof Socket) socket.setTimeout(upgradeMs, () => socket.destroy())
      })
      await scope.register(websocket, {
        options: { maxPayload: messageBytesMax },
        errorHandler: (_error, socket) => socket.terminate(),
        preClose: async () => {
          const { clients } = scope.websocketServer
          for (const client of clients) client.close(goingAway, 'the server stops')
          const cut = setTimeout(() => {
            for (const client of clients) client.terminate()
          }, goodbyeMs)
          await new Promise<void>((resolve) => {
            scope.websocketServer.close(() => resolve())
          })
          clearTimeout(cut)
        },
      })
      registerChannel(scope, hub)
    })
  }
}

function registerChannel(scope: FastifyInstance, hub: LiveHub): void {
  const openings = createFailureLimit(openingsPerMinute)
  const records = new WeakMap<FastifyRequest, SessionRecord>()
  const preValidation = async (request: FastifyRequest) => {
    if (!request.ws) throw refuse('route-not-found', { path: '/websocket' })
    if (!isOwnPage(request)) throw refuse('role-missing', { action: 'websocket', roles: '-' })
    const { userId } = request.session
    const seconds = openings.waitSeconds(userId)
    if (seconds > 0) throw refuse('rate-limited', { seconds })
    openings.fail(userId)
    const record = await scope.sessionCache.find(tokenDigestOf(request))
    if (record === null) throw refuse('session-expired')
    records.set(request, record)
  }
  scope.get('/websocket', { websocket: true, preValidation }, (socket, request) => {
    const record = records.get(request)
    if (record === undefined) socket.terminate()
    else hub.add(socket, tokenDigestOf(request), record)
  })
}

/** A browser names the page's origin; a program with a bearer token has none. */
function isOwnPage(request: FastifyRequest): boolean {
  const { origin, authorization } = request.headers
  if (origin === undefined) return authorization !== undefined
  return URL.canParse(origin) && new URL(origin).host === request.host
}
