import { Agent as PlainAgent, request as plainRequest, type IncomingMessage } from 'node:http'
import { Agent as SecureAgent, request as secureRequest } from 'node:https'
import { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { itemAt } from '@kufang/kernel/present.ts'
import { assertNotRefused, checkedLookup } from './checked-address.ts'

export interface OutgoingRequest {
  method: string
  headers: Readonly<Record<string, string>>
  body?: string
  signal: AbortSignal
  /** The address may be this machine: one the operator has set, or in the demonstration. */
  allowsLoopback: boolean
}

/** For a connection, whatever the time-out of the whole request. */
const connectingMs = 10_000
/** Connections to this machine are kept apart, so that no other request uses them. */
const agents = {
  checked: {
    plain: new PlainAgent({ keepAlive: true }),
    secure: new SecureAgent({ keepAlive: true }),
  },
  own: { plain: new PlainAgent({ keepAlive: true }), secure: new SecureAgent({ keepAlive: true }) },
}
/** The statuses whose response has no body. */
const bodiless = new Set([204, 205, 304])

/**
 * Like `fetch` for a request to another system, which never follows redirects, and checks the address it connects to
 * (`checkedLookup`). Rejects with the error of the connection, with its code, or with the reason of the signal.
 */
export function outgoingFetch(address: string | URL, asked: OutgoingRequest): Promise<Response> {
  const url = new URL(address)
  const { signal, allowsLoopback } = asked
  return new Promise((done, failed) => {
    signal.throwIfAborted()
    assertNotRefused(url.hostname, allowsLoopback)
    const isSecure = url.protocol === 'https:'
    const agent = agents[allowsLoopback ? 'own' : 'checked'][isSecure ? 'secure' : 'plain']
    const sent = (isSecure ? secureRequest : plainRequest)(url, {
      method: asked.method,
      headers: { ...asked.headers, 'accept-encoding': 'gzip, deflate, br' },
      lookup: checkedLookup(allowsLoopback),
      agent,
    })
    const abort = () => sent.destroy(signal.reason as Error)
    signal.addEventListener('abort', abort, { once: true })
    sent.on('close', () => signal.removeEventListener('abort', abort))
    sent.on('error', failed)
    sent.on('socket', (socket) => {
      if (!socket.connecting) return
      const timer = setTimeout(
        () => sent.destroy(Object.assign(new Error('no connection'), { code: 'CONNECT_TIMEOUT' })),
        connectingMs,
      )
      socket.once('connect', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
    })
    sent.on('response', (message) => done(responseOf(message, signal)))
    sent.end(asked.body)
  })
}

/** Named by its use: the type's own name is declared for browsers only. */
type ResponseBody = ConstructorParameters<typeof Response>[0]

function responseOf(message: IncomingMessage, signal: AbortSignal): Response {
  const headers = new Headers()
  for (let at = 0; at + 1 < message.rawHeaders.length; at += 2)
    headers.append(itemAt(message.rawHeaders, at), itemAt(message.rawHeaders, at + 1))
  const status = message.statusCode!
  if (bodiless.has(status)) {
    message.resume()
    return new Response(null, { status, headers })
  }
  const body = unpacked(message)
  const abort = () => body.destroy(signal.reason as Error)
  signal.addEventListener('abort', abort, { once: true })
  body.on('close', () => {
    signal.removeEventListener('abort', abort)
    // Not read to its end: the connection is not used again.
    if (!message.complete) message.destroy()
  })
  return new Response(Readable.toWeb(body) as ResponseBody, { status, headers })
}

function unpacked(message: IncomingMessage): Readable {
  const encoding = message.headers['content-encoding']?.toLowerCase() ?? ''
  const unpacker =
    encoding === 'gzip' || encoding === 'x-gzip'
      ? createGunzip()
      : encoding === 'deflate'
        ? createInflate()
        : encoding === 'br'
          ? createBrotliDecompress()
          : undefined
  if (unpacker === undefined) return message
  message.on('error', (error) => unpacker.destroy(error))
  return message.pipe(unpacker)
}
