import { Socket } from 'node:net'
import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sessionHeader } from '@kufang/contract/identity/session-names.ts'
import { sessionOfProtocols } from '@kufang/contract/messages/live-message.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import type { AreaRoutes } from '../http/context.ts'
import { createFailureLimit } from '../http/rate-limit.ts'
import { ownHost } from '../http/own-host.ts'
import type { SessionRecord } from '../http/session-cache.ts'
import { tokenDigestOf } from '../http/sessions.ts'
import type { LiveTranslator } from './live-hub.ts'
import { LiveHub } from './live-hub.ts'

/** A heartbeat is some 100 bytes. */
const messageBytesMax = 1024
/** Sufficient for twenty windows reconnecting several times after a restart. */
const openingsPerMinute = 120
/** Time-out of a WebSocket upgrade, ms. */
const upgradeMs = 10_000
/** Time for windows to close when the server stops, ms. */
const goodbyeMs = 500
/** IANA's registry of WebSocket close codes: service restart, so that clients connect again. */
const serviceRestart = 1012

/**
 * The live channel at /websocket. The token comes with the handshake: as bearer, or in the cookie of a browser, whose
 * window names its session as subprotocol; the origin must then be our page.
 */
export function liveRoutes(translate: LiveTranslator): AreaRoutes {
  return (app, context) => {
    app.register(async (scope: FastifyInstance) => {
      const { database, log } = context
      const hub = new LiveHub({ database, sessions: app.sessionCache, translate, log })
      scope.addHook('onClose', () => hub.close())
      app.readiness.askLiveChannel(() => hub.isListening)
      app.metrics.askLiveSockets(() => hub.windowCount)
      // A client that requests an upgrade and never completes it would hold a socket that nothing else monitors.
      app.server.prependListener('upgrade', (request, socket) => {
        const session = sessionOfProtocols(request.headers['sec-websocket-protocol'] ?? '')
        if (session !== undefined) request.headers[sessionHeader] = session
        if (socket instanceof Socket) socket.setTimeout(upgradeMs, () => socket.destroy())
      })
      await scope.register(websocket, {
        options: { maxPayload: messageBytesMax },
        errorHandler: (_error, socket) => socket.terminate(),
        preClose: async () => {
          const { clients } = scope.websocketServer
          for (const client of clients)
            client.close(serviceRestart, 'the server stops, connect again')
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

/** A browser sends the page's origin; a program with a bearer token sends none. */
function isOwnPage(request: FastifyRequest): boolean {
  const { origin, authorization } = request.headers
  if (origin === undefined) return authorization !== undefined
  return URL.canParse(origin) && new URL(origin).host === ownHost(request)
}
