import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { handleControlRequest } from './control-api.ts'
import { answerWithFaults } from './protocol/faulty-reply.ts'
import { odataPrefix } from './protocol/gateway.ts'
import { textReply } from './protocol/reply.ts'
import type { Reply } from './protocol/reply.ts'
import { readRequest } from './protocol/request.ts'
import type { StandIn } from './system.ts'

/** A listening stand-in. */
export interface RunningServer {
  /** `http://127.0.0.1:NNNN/`, with the slash. */
  readonly url: string
  close(): Promise<void>
}

/** Serves the system over HTTP; port 0 selects a free one. */
export async function serve(system: StandIn, host: string, port: number): Promise<RunningServer> {
  const server = createServer((incoming, response) => {
    answer(system, incoming, response).catch((problem: unknown) => {
      console.error('erp stand-in: unexpected error', problem)
      if (response.headersSent) response.destroy()
      else write(response, textReply(500, 'text/plain', 'internal error of the stand-in'))
    })
  })
  // Clients keep connections open; closing one between requests would look like a fault.
  server.keepAliveTimeout = 65_000
  await listen(server, host, port)
  const { port: bound } = server.address() as AddressInfo
  return { url: `http://${host}:${bound}/`, close: () => close(server) }
}

async function answer(
  system: StandIn,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const request = await readRequest(incoming)
  if (request.path.startsWith('/stand-in/')) {
    write(response, handleControlRequest(system, request))
    return
  }
  if (!request.path.startsWith(odataPrefix)) {
    write(response, textReply(404, 'text/html', '<html><body><h1>404 Not found</h1></body></html>'))
    return
  }
  const outcome = answerWithFaults(system, request)
  switch (outcome.kind) {
    case 'reply':
      write(response, outcome.reply, request.method === 'HEAD')
      return
    case 'drop':
      response.destroy()
      return
    case 'hang': {
      const timer = setTimeout(() => response.destroy(), outcome.milliseconds)
      timer.unref()
      response.on('close', () => clearTimeout(timer))
      return
    }
    case 'slow':
      await new Promise((resolve) => {
        setTimeout(resolve, outcome.milliseconds)
      })
      write(response, outcome.answer())
      return
    default:
      return outcome satisfies never
  }
}

function write(response: ServerResponse, reply: Reply, headOnly = false): void {
  const { body } = reply
  const text =
    body.kind === 'json' ? JSON.stringify(body.json) : body.kind === 'text' ? body.text : ''
  const type = body.kind === 'json' ? 'application/json' : body.kind === 'text' ? body.type : null
  const bytes = Buffer.from(text, 'utf8')
  response.statusCode = reply.status
  response.setHeader('dataserviceversion', '2.0')
  if (type !== null) response.setHeader('content-type', `${type};charset=utf-8`)
  if (body.kind !== 'none') response.setHeader('content-length', bytes.length)
  for (const [name, value] of Object.entries(reply.headers)) {
    response.setHeader(name, typeof value === 'string' ? value : [...value])
  }
  response.end(headOnly ? undefined : bytes)
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve())
  })
}

function close(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((problem) => (problem === undefined ? resolve() : reject(problem)))
    server.closeAllConnections()
  })
}
