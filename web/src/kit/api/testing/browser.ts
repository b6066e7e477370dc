import { createServer } from 'node:http'
import type { IncomingHttpHeaders, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { vi } from 'vitest'

/** A request as received by the server. */
export interface SeenRequest {
  method: string
  /** Path and query, as a URL with a dummy host. */
  url: URL
  headers: IncomingHttpHeaders
  body: string
}

/** The response of the server: a status with a body (objects are sent as JSON), or `cut` to close the connection. */
export type TestAnswer = {
  status?: number
  body?: unknown
  type?: string
  cut?: boolean
  silent?: boolean
  /** Sent as Set-Cookie; those with HttpOnly are kept from scripts. */
  cookies?: readonly string[]
}

export interface TestBrowser {
  requests: SeenRequest[]
  /** Responses by path; other paths return 404. */
  answers: Map<string, TestAnswer>
  /** The URL fragment of the window. */
  hash(): string
  close(): Promise<void>
}

/** Cookies by name with their expiry, as in a browser. */
function cookieJar() {
  const jar = new Map<string, { text: string; until: number }>()
  return {
    get cookie(): string {
      return [...jar]
        .filter(([, { until }]) => until > Date.now())
        .map(([name, { text }]) => `${name}=${text}`)
        .join('; ')
    },
    set cookie(written: string) {
      const [pair = '', ...attributes] = written.split('; ')
      const at = pair.indexOf('=')
      const text = pair.slice(at + 1)
      const age = attributes.find((entry) => entry.startsWith('max-age='))?.slice(8)
      const until = age === undefined ? Infinity : Date.now() + Number(age) * 1000
      // Browsers silently drop cookies larger than 4 KB.
      if (written.length <= 4096) jar.set(pair.slice(0, at), { text, until })
    },
    documentElement: { lang: '' },
  }
}

function storage() {
  const entries = new Map<string, string>()
  return {
    getItem: (name: string) => entries.get(name) ?? null,
    setItem: (name: string, text: string) => void entries.set(name, text),
    removeItem: (name: string) => void entries.delete(name),
  }
}

/**
 * A real local server, and the parts of a window used by the API client: cookies, storage, location and history. Import
 * modules under test only after this has run.
 */
export async function openTestBrowser(): Promise<TestBrowser> {
  const requests: SeenRequest[] = []
  const answers = new Map<string, TestAnswer>()
  const server: Server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (part: string) => (body += part))
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://server')
      requests.push({ method: request.method ?? '', url, headers: request.headers, body })
      const answer = answers.get(url.pathname) ?? { status: 404 }
      if (answer.silent === true) return
      if (answer.cut === true) {
        request.socket.destroy()
        return
      }
      const { body: content = '', type = 'application/json' } = answer
      const headers = { 'content-type': type, 'x-request-id': 'req-7' }
      response.setHeader('set-cookie', answer.cookies ?? [])
      response.writeHead(answer.status ?? 200, headers)
      response.end(typeof content === 'string' ? content : JSON.stringify(content))
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const address = { protocol: 'http:', hash: '#/index', search: '', href: base }
  const past = {
    state: null as unknown,
    replaceState(state: unknown, _title: string, target: string) {
      past.state = state
      address.hash = target
    },
    pushState: (state: unknown, title: string, target: string) =>
      past.replaceState(state, title, target),
  }
  const overNetwork = globalThis.fetch
  const page = cookieJar()
  vi.stubGlobal('document', page)
  vi.stubGlobal('sessionStorage', storage())
  vi.stubGlobal('location', address)
  vi.stubGlobal('history', past)
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('self', globalThis)
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const response = await overNetwork(new URL(path, base), init)
    for (const cookie of response.headers.getSetCookie())
      if (!/; httponly/i.test(cookie))
        page.cookie = cookie.toLowerCase().includes('max-age=0')
          ? `${cookie.split(';')[0]}; max-age=0`
          : cookie
    return response
  })
  return {
    requests,
    answers,
    hash: () => address.hash,
    async close() {
      server.closeAllConnections()
      await new Promise((ended) => server.close(ended))
      vi.unstubAllGlobals()
    },
  }
}
