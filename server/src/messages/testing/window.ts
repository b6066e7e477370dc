import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { LivePush } from '@kufang/contract/messages/live-message.ts'
import { readLivePush } from '@kufang/contract/messages/live-message.ts'
import { WebSocket } from 'ws'
import type { TestServer } from '../../platform/testing/test-server.ts'

/** A browser window on the live channel. */
export interface TestWindow {
  socket: WebSocket
  /** All pushes so far, without heartbeat answers. */
  pushes: LivePush[]
  /** The first matching push, past or future. */
  next(isMeant: (push: LivePush) => boolean): Promise<LivePush>
  /** Sends a text and returns the response. */
  say(text: string): Promise<string>
  closed: Promise<number>
}

/** The address of a listening test server. */
export async function addressOf(server: TestServer): Promise<string> {
  if (!server.app.server.listening) await server.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = server.app.server.address() as AddressInfo
  return `127.0.0.1:${port}`
}

/** Opens the channel; rejects with the HTTP status if the server refuses. */
export async function openWindow(
  server: TestServer,
  headers: Record<string, string>,
  identity?: object,
  options: { autoPong?: boolean } = {},
): Promise<TestWindow> {
  const { 'sec-websocket-protocol': protocols = '', ...others } = headers
  const socket = new WebSocket(
    `ws://${await addressOf(server)}/websocket`,
    protocols.split(', ').filter((protocol) => protocol !== ''),
    { headers: others, ...options },
  )
  const opened = Promise.withResolvers<void>()
  socket.once('open', () => opened.resolve())
  socket.once('unexpected-response', (_request, response) => {
    opened.reject(new Error(`refused ${response.statusCode}`))
    response.destroy()
  })
  socket.on('error', (error) => opened.reject(error))
  const pushes: LivePush[] = []
  const waiting = new Set<() => void>()
  socket.on('message', (data) => {
    const push = readLivePush((data as Buffer).toString('utf8'))
    if (push.kind === 'other') return
    pushes.push(push)
    for (const look of waiting) look()
  })
  const closed = once(socket, 'close').then(([code]) => Number(code))
  await opened.promise
  const window: TestWindow = {
    socket,
    pushes,
    closed,
    next: (isMeant) =>
      new Promise((resolve) => {
        const look = (): void => {
          const found = pushes.find(isMeant)
          if (found === undefined) return
          waiting.delete(look)
          resolve(found)
        }
        waiting.add(look)
        look()
      }),
    async say(text) {
      const answer = once(socket, 'message')
      socket.send(text)
      const [data] = (await answer) as [Buffer]
      return data.toString('utf8')
    },
  }
  if (identity !== undefined) await window.say(JSON.stringify(identity))
  return window
}
