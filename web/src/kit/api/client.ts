import { sessionHeader } from '@kufang/contract/identity/session-names.ts'
import { htmlLanguage, languageStore } from '../text/language.ts'
import { ApiError } from './api-error.ts'
import type { Reply } from './answer.ts'
import { readAnswer } from './answer.ts'
import { ownFailure } from './failure.ts'
import { repeatWhileBusy } from './repeat-while-busy.ts'
import { isReachableStore, watchRequest } from './request-watch.ts'
import type { SessionOwner } from './session-id.ts'
import { reportSessionLost, sessionId } from './session-id.ts'

/** 105 s (product.md section 9); a call of the server to the ERP may take most of it. */
export const requestTimeoutMs = 105_000

type QueryValue = string | number | boolean | null | undefined

export interface RequestOptions {
  /** Appended to the URL; null and undefined are omitted, arrays are repeated. */
  query?: Readonly<Record<string, QueryValue | readonly (string | number)[]>>
  /** Sent as JSON; FormData is sent unchanged. */
  body?: unknown
  /** The signal of the tab or query; aborting shows no message. */
  signal?: AbortSignal | undefined
  /** Executes a repeated write only once; see `newIdempotencyKey`. */
  idempotencyKey?: string
  /** A background request: no progress is shown, however long it takes. */
  isQuiet?: boolean
  /** The sign-in itself: a 401 does not end the session. */
  isSessionCall?: boolean
}

interface InternalOptions extends RequestOptions {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  hasTimeout: boolean
}

/** One key per intended act: created when the form opens, kept for retries, replaced after success. */
export function newIdempotencyKey(): string {
  // `randomUUID` is not available over plain http.
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Calls the server's API; each call returns the response's `datas` or throws `ApiError`. A 401 or 502 also leads to the
 * sign-in page. `Data` is the type the route declares, which the server's tests check.
 */
export const api = {
  get: async <Data>(path: string, options: RequestOptions = {}): Promise<Data> =>
    (await callApi<Data>(path, { ...options, method: 'GET' })).datas,
  post: async <Data>(path: string, body?: unknown, options: RequestOptions = {}): Promise<Data> =>
    (await callApi<Data>(path, { ...options, method: 'POST', body: body ?? {} })).datas,
  put: async <Data>(path: string, body?: unknown, options: RequestOptions = {}): Promise<Data> =>
    (await callApi<Data>(path, { ...options, method: 'PUT', body: body ?? {} })).datas,
  remove: async <Data>(path: string, options: RequestOptions = {}): Promise<Data> =>
    (await callApi<Data>(path, { ...options, method: 'DELETE' })).datas,
}

/** The whole response, if message, count or code are needed. */
export async function callApi<Data>(
  path: string,
  options: RequestOptions & { method: InternalOptions['method'] },
): Promise<Reply<Data>> {
  return repeatWhileBusy(options.signal, async () => {
    const { response, session } = await send(path, { ...options, hasTimeout: true })
    return taken<Data>(response, session, options)
  })
}

/** The raw response, for files; without a time-out, because a large export takes long. */
export async function callForFile(
  path: string,
  options: RequestOptions & { method: 'GET' | 'POST' },
): Promise<Response> {
  return repeatWhileBusy(options.signal, async () => {
    const { response, session } = await send(path, { ...options, hasTimeout: false })
    const isJson = response.headers.get('content-type')?.includes('application/json') === true
    if (response.ok && !isJson) return response
    await taken(response, session, options)
    throw ownFailure('answer-unreadable', response.status, { status: response.status })
  })
}

/** The reply, or throws `ApiError`; reports a lost session. */
async function taken<Data>(
  response: Response,
  session: string | null,
  options: RequestOptions,
): Promise<Reply<Data>> {
  const body = await readBody(response, options.signal)
  const answer = readAnswer<Data>(response.status, body, response.headers.get('x-request-id'))
  if (!(answer instanceof ApiError)) return answer
  if (options.isSessionCall !== true && options.signal?.aborted !== true) {
    if (answer.status === 401) reportSessionLost(ownerElsewhere(answer) ?? 'expired', session)
    if (answer.status === 502) reportSessionLost('unreachable', session)
    if (answer.mustChangePassword) reportSessionLost('password-due', session)
  }
  throw answer
}

/** The other user who has signed in in this browser, if that is why the request was refused. */
function ownerElsewhere({ details }: ApiError): SessionOwner | null {
  const found = details.find(({ code }) => code === 'signed-in-elsewhere')
  if (found === undefined) return null
  return { account: String(found.params['account']), username: String(found.params['user']) }
}

/** The response, and the session of its request. */
async function send(
  path: string,
  options: InternalOptions,
): Promise<{ response: Response; session: string | null }> {
  const timeout = options.hasTimeout ? AbortSignal.timeout(requestTimeoutMs) : null
  const signals = [timeout, options.signal].filter((signal) => signal != null)
  const isForm = options.body instanceof FormData
  const session = sessionId()
  const init: RequestInit = {
    method: options.method,
    headers: headersOf(options, session, isForm),
    credentials: 'include',
    signal: signals.length > 0 ? AbortSignal.any(signals) : null,
  }
  if (options.body instanceof FormData) init.body = options.body
  else if (options.body !== undefined) init.body = JSON.stringify(options.body)
  const end = options.isQuiet === true ? null : watchRequest()
  try {
    const response = await fetch(addressOf(path, options.query), init)
    isReachableStore.set(true)
    return { response, session }
  } catch (thrown) {
    if (options.signal?.aborted === true) throw thrown
    if (timeout?.aborted === true)
      throw ownFailure('time-out', 0, { seconds: requestTimeoutMs / 1000 })
    isReachableStore.set(false)
    throw ownFailure('no-answer', 0)
  } finally {
    end?.()
  }
}

function headersOf(
  options: InternalOptions,
  session: string | null,
  isForm: boolean,
): Record<string, string> {
  const headers: Record<string, string> = {
    // The browser client has no secret, only a name; the token is in a cookie that this code cannot read.
    authorization: `Basic ${btoa('webApp:')}`,
    'accept-language': htmlLanguage(languageStore.get()),
    version: '',
  }
  if (session !== null) headers[sessionHeader] = session
  if (options.body !== undefined && !isForm) headers['content-type'] = 'application/json'
  if (options.idempotencyKey !== undefined) headers['idempotency-key'] = options.idempotencyKey
  return headers
}

/** Relative to the page, so that a proxy may serve the product under any path. */
function addressOf(path: string, query: RequestOptions['query']): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (Array.isArray(value)) for (const entry of value) parameters.append(name, String(entry))
    else if (value != null) parameters.append(name, String(value))
  }
  // Prevents cached responses of proxies and browsers.
  parameters.set('timestamp', String(Date.now()))
  return `${path.replace(/^\//, '')}${path.includes('?') ? '&' : '?'}${parameters}`
}

async function readBody(response: Response, signal: AbortSignal | undefined): Promise<unknown> {
  let text: string
  try {
    text = await response.text()
  } catch (thrown) {
    if (signal?.aborted === true) throw thrown
    const isLate = thrown instanceof DOMException && thrown.name === 'TimeoutError'
    throw isLate
      ? ownFailure('time-out', 0, { seconds: requestTimeoutMs / 1000 })
      : ownFailure('no-answer', 0)
  }
  try {
    return JSON.parse(text) as unknown
  } catch {
    // An error page of a proxy; `failureOf` handles it.
    return null
  }
}
