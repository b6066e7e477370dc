import { readText } from '../../platform/http/read-text.ts'
import { outgoingFetch } from '../../platform/outgoing/outgoing-fetch.ts'
import { CookieJar } from './cookie-jar.ts'
import {
  ErpFailure,
  failureOfAnswer,
  failureOfEmptySuccess,
  failureOfLongReply,
  failureOfLongSet,
  failureWithoutAnswer,
  replyBytesMax,
} from './erp-failure.ts'
import { queryText } from './odata-text.ts'

/** An OData V2 service and its connection settings. */
export interface ServiceSettings {
  /** Scheme, host and path of the service without a trailing slash. */
  serviceUrl: string
  sapClient: string
  language: string
  authentication: 'basic' | 'bearer'
  account: string
  /** Password or token. */
  secret: string
  timeoutMs: number
  pageSize: number
  /** The service may run on this machine: its address is the operator's, or this is the demonstration. */
  allowsLoopback: boolean
}

/** A call as logged: without account, password, token or cookie. */
export interface Exchange {
  operation: string
  method: string
  url: string
  request: string
  status: number
  reply: string
  outcome: 'ok' | ErpFailure['facts']['kind']
  errorCode: string
  errorText: string
  durationMs: number
  transactionId: string
}

export interface CallOptions {
  /** The name of the call in the log. */
  operation: string
  query?: Readonly<Record<string, string | undefined>>
  headers?: Readonly<Record<string, string>>
  onExchange?: (exchange: Exchange) => void | Promise<void>
  signal?: AbortSignal | undefined
}

export type Entity = Record<string, unknown>

interface Answer {
  status: number
  headers: Headers
  text: string
  bytes: number
  /** The response's `d`; undefined if missing. */
  data: unknown
}

/**
 * A client for one OData V2 service. It implements the protocol (token, cookies, `d`, paging, kinds of failure) and
 * knows nothing about goods. Every failed call throws `ErpFailure`.
 */
export class ODataClient {
  readonly settings: ServiceSettings
  readonly #jar = new CookieJar()
  #token: string | undefined
  #fetching: Promise<string> | undefined

  constructor(settings: ServiceSettings) {
    this.settings = settings
  }

  /** Reads one entity, or undefined if the ERP reports that it does not exist. */
  async getEntity(path: string, options: CallOptions): Promise<Entity | undefined> {
    try {
      const { data } = await this.#exchange('GET', path, undefined, {}, options)
      return asEntity(data)
    } catch (error) {
      if (
        error instanceof ErpFailure &&
        error.facts.status === 404 &&
        error.facts.kind === 'rejected'
      )
        return undefined
      throw error
    }
  }

  /**
   * Reads all entities of a set, page by page. Follows `__next` if the server pages; otherwise continues with $skip
   * until a page is not full, so `$orderby` should be a total order.
   */
  async *getPages(path: string, options: CallOptions): AsyncGenerator<Entity[]> {
    for await (const { rows } of this.#pages(path, options)) if (rows.length > 0) yield rows
  }

  async *#pages(
    path: string,
    options: CallOptions,
  ): AsyncGenerator<{ rows: Entity[]; bytes: number }> {
    const top = this.settings.pageSize
    for (let skip = 0; ; skip += top) {
      let count = 0
      let query: Record<string, string | undefined> = {
        ...options.query,
        $top: String(top),
        $skip: skip === 0 ? undefined : String(skip),
      }
      const seen = new Set<string>()
      for (;;) {
        const { data, bytes } = await this.#exchange(
          'GET',
          path,
          undefined,
          {},
          { ...options, query },
        )
        const { rows, next } = asPage(data)
        count += rows.length
        yield { rows, bytes }
        if (next === undefined) break
        // A server that repeats a page would cause an endless loop.
        if (seen.has(next)) throw failureOfEmptySuccess(200, `the server repeats page ${next}`)
        seen.add(next)
        query = queryOfNext(next)
      }
      if (count < top) return
    }
  }

  /** Reads all entities of a set known to be small: together at most as long as one response. */
  async getAll(path: string, options: CallOptions): Promise<Entity[]> {
    const all: Entity[] = []
    let bytes = 0
    for await (const page of this.#pages(path, options)) {
      bytes += page.bytes
      if (bytes > replyBytesMax) throw failureOfLongSet()
      for (const row of page.rows) all.push(row)
    }
    return all
  }

  /**
   * A changing call with token and cookies. If the token is refused, a new one is fetched and the call is sent once
   * more: it was refused before processing. A failure before the call itself is sent is never 'unknown'.
   */
  async post(path: string, body: unknown, options: CallOptions): Promise<Answer> {
    return this.#change('POST', path, body, options)
  }

  /** Changes fields of an entity; as `post`. `options.headers` names its version (`If-Match`). */
  async patch(path: string, body: unknown, options: CallOptions): Promise<Answer> {
    return this.#change('PATCH', path, body, options)
  }

  async #change(
    method: 'POST' | 'PATCH',
    path: string,
    body: unknown,
    options: CallOptions,
  ): Promise<Answer> {
    for (let round = 1; ; round++) {
      const token = await this.#ensureToken(options)
      try {
        return await this.#exchange(method, path, body, { 'X-CSRF-Token': token }, options)
      } catch (error) {
        if (!(error instanceof ErpFailure) || error.facts.kind !== 'refused-csrf') throw error
        if (this.#token === token) this.#forgetSession()
        // Refused twice: nothing was processed, so the posting may be retried later.
        if (round === 2) throw new ErpFailure({ ...error.facts, kind: 'never-reached' }, error)
      }
    }
  }

  /** Tests whether the service answers and accepts the account: fetches a token. */
  async probe(options: CallOptions): Promise<void> {
    this.#forgetSession()
    await this.#ensureToken(options)
  }

  #forgetSession(): void {
    this.#token = undefined
    this.#jar.clear()
  }

  async #ensureToken(options: CallOptions): Promise<string> {
    if (this.#token !== undefined) return this.#token
    this.#fetching ??= this.#fetchToken(options).finally(() => {
      this.#fetching = undefined
    })
    return this.#fetching
  }

  async #fetchToken(options: CallOptions): Promise<string> {
    let answer: Answer
    const { traceparent } = options.headers ?? {}
    try {
      // With the slash of `/`: some on-premise systems fail without it.
      answer = await this.#exchange(
        'GET',
        '/',
        undefined,
        { 'X-CSRF-Token': 'Fetch' },
        {
          operation: 'token',
          ...(traceparent === undefined ? {} : { headers: { traceparent } }),
          onExchange: async (exchange) => {
            if (exchange.outcome !== 'ok') await options.onExchange?.(exchange)
          },
          signal: options.signal,
        },
      )
    } catch (error) {
      if (!(error instanceof ErpFailure)) throw error
      // The posting itself was not sent, so its outcome is certain.
      const kind = error.facts.kind === 'blocked' ? 'blocked' : 'never-reached'
      throw new ErpFailure({ ...error.facts, kind }, error)
    }
    const token = answer.headers.get('x-csrf-token')
    if (token === null || token === '' || token.toLowerCase() === 'required')
      throw new ErpFailure({
        ...failureOfEmptySuccess(answer.status, 'the service gave no CSRF token').facts,
        kind: 'blocked',
        code: 'no-token',
      })
    this.#token = token
    return token
  }

  async #exchange(
    method: string,
    path: string,
    body: unknown,
    headers: Record<string, string>,
    options: CallOptions,
  ): Promise<Answer> {
    const url = this.#url(path, options.query ?? {})
    const request = body === undefined ? '' : JSON.stringify(body)
    const startedAt = performance.now()
    const record = { operation: options.operation, method, url, request }
    let answer: Answer | undefined
    let failure: ErpFailure | undefined
    try {
      // A redirect is not followed: it leads to a sign-in page, and would turn a POST into a GET.
      const reply = await outgoingFetch(url, {
        method,
        headers: this.#headers(headers, options, body !== undefined),
        ...(body === undefined ? {} : { body: request }),
        signal: this.#signal(options.signal),
        allowsLoopback: this.settings.allowsLoopback,
      })
      this.#jar.take(reply.headers)
      const { text, bytes, isCut } = await readText(reply, replyBytesMax)
      if (isCut) failure = failureOfLongReply(reply.status, reply.headers)
      else if (reply.ok)
        answer = { status: reply.status, headers: reply.headers, text, bytes, data: undefined }
      else failure = failureOfAnswer(reply.status, reply.headers, text)
      if (answer !== undefined && path !== '/') answer.data = dataOf(answer)
      await options.onExchange?.({
        ...record,
        status: reply.status,
        reply: text,
        outcome: failure?.facts.kind ?? 'ok',
        errorCode: failure?.facts.code ?? '',
        errorText: failure?.facts.message ?? '',
        durationMs: Math.round(performance.now() - startedAt),
        transactionId: failure?.facts.transactionId ?? '',
      })
    } catch (error) {
      if (answer !== undefined && !(error instanceof ErpFailure)) throw error
      failure = error instanceof ErpFailure ? error : failureWithoutAnswer(error)
      await options.onExchange?.({
        ...record,
        status: failure.facts.status,
        reply: answer?.text ?? '',
        outcome: failure.facts.kind,
        errorCode: failure.facts.code,
        errorText: failure.facts.message,
        durationMs: Math.round(performance.now() - startedAt),
        transactionId: '',
      })
    }
    if (failure !== undefined) throw failure
    return answer!
  }

  #url(path: string, query: Readonly<Record<string, string | undefined>>): string {
    const { serviceUrl, sapClient, language } = this.settings
    const all = queryText({
      ...query,
      'sap-client': query['sap-client'] ?? sapClient,
      'sap-language': query['sap-language'] ?? language,
    })
    const separator = path.startsWith('/') ? '' : '/'
    return `${serviceUrl}${separator}${path}${all === '' ? '' : `${path.includes('?') ? '&' : '?'}${all}`}`
  }

  #headers(
    own: Record<string, string>,
    options: CallOptions,
    hasBody: boolean,
  ): Record<string, string> {
    const { authentication, account, secret } = this.settings
    const headers: Record<string, string> = {
      Accept: 'application/json',
      ...own,
      ...options.headers,
    }
    if (authentication === 'bearer') headers.Authorization = `Bearer ${secret}`
    else if (account !== '')
      headers.Authorization = `Basic ${Buffer.from(`${account}:${secret}`, 'utf8').toString('base64')}`
    if (hasBody) headers['Content-Type'] = 'application/json'
    const cookies = this.#jar.header()
    if (cookies !== '') headers.Cookie = cookies
    return headers
  }

  #signal(outer: AbortSignal | undefined): AbortSignal {
    const timeout = AbortSignal.timeout(this.settings.timeoutMs)
    return outer === undefined ? timeout : AbortSignal.any([timeout, outer])
  }
}

/** A success without readable JSON is a failure: a sign-in page, or a truncated body. */
function dataOf(answer: Answer): unknown {
  if (answer.text.trim() === '') return undefined
  try {
    return (JSON.parse(answer.text) as { d?: unknown }).d
  } catch {
    throw failureOfEmptySuccess(
      answer.status,
      `the reply is not JSON: ${answer.text.slice(0, 200)}`,
    )
  }
}

/** The response's `d` as an entity, or undefined. */
export function asEntity(data: unknown): Entity | undefined {
  return typeof data === 'object' && data !== null && !Array.isArray(data)
    ? (data as Entity)
    : undefined
}

/** The rows of an expanded navigation: an array, `{results}` or, if not expanded, none. */
export function rowsOf(value: unknown): Entity[] {
  if (Array.isArray(value)) return value as Entity[]
  const results = asEntity(value)?.results
  return Array.isArray(results) ? (results as Entity[]) : []
}

function asPage(data: unknown): { rows: Entity[]; next: string | undefined } {
  const next = asEntity(data)?.__next
  if (data === undefined) throw failureOfEmptySuccess(200, 'the reply has no d')
  return { rows: rowsOf(data), next: typeof next === 'string' && next !== '' ? next : undefined }
}

/** Only the query of `__next` is used, with our own URL: the server may use a host name known only in its network. */
function queryOfNext(next: string): Record<string, string | undefined> {
  const at = next.indexOf('?')
  return at < 0 ? {} : Object.fromEntries(new URLSearchParams(next.slice(at + 1)))
}
