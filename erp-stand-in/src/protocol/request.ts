import type { IncomingMessage } from 'node:http'

/** A request with its body and parsed URL. */
export interface StandInRequest {
  /** POST with X-HTTP-Method: MERGE counts as MERGE. */
  readonly method: string
  readonly path: string
  readonly options: URLSearchParams
  readonly url: string
  readonly host: string
  readonly remoteAddress: string
  readonly body: string
  header(name: string): string | undefined
}

const bodyLimit = 64 * 1024 * 1024

/** Reads the whole request; throws if the body is too large. */
export async function readRequest(incoming: IncomingMessage): Promise<StandInRequest> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of incoming) {
    const bytes = chunk as Buffer
    size += bytes.length
    if (size > bodyLimit) throw new Error('request body too large')
    chunks.push(bytes)
  }
  const url = incoming.url ?? '/'
  const question = url.indexOf('?')
  const path = question === -1 ? url : url.slice(0, question)
  const header = (name: string) => {
    const value = incoming.headers[name.toLowerCase()]
    return Array.isArray(value) ? value.join(', ') : value
  }
  const method = (incoming.method ?? 'GET').toUpperCase()
  const tunnelled = method === 'POST' ? header('x-http-method') : undefined
  return {
    method: tunnelled?.toUpperCase() ?? method,
    path,
    options: new URLSearchParams(question === -1 ? '' : url.slice(question + 1)),
    url,
    host: header('host') ?? 'localhost',
    remoteAddress: incoming.socket.remoteAddress ?? '',
    body: Buffer.concat(chunks).toString('utf8'),
    header,
  }
}

/** Whether the caller requested JSON, by $format or Accept. */
export function wantsJson(request: StandInRequest): boolean {
  const format = request.options.get('$format')
  if (format !== null) return format === 'json'
  return (request.header('accept') ?? '').includes('json')
}
