import { isDeepStrictEqual } from 'node:util'
import { share } from './chance.ts'
import type { CallLog } from './call-log.ts'
import { labelOf } from './call-log.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

interface Answer {
  resp_code: 0 | 1
  resp_msg: string
  resp_detail_msg?: string
  datas: unknown
}

/** The product refused a request or failed. */
export class Refused extends Error {
  readonly code: string
  /** Of all its problems. */
  readonly codes: readonly string[]

  constructor(request: string, answer: Answer) {
    super(`${request}: ${answer.resp_detail_msg ?? answer.resp_msg}`)
    this.name = 'Refused'
    const data = (answer.datas ?? {}) as { code?: string; details?: { code: string }[] }
    this.code = data.code ?? ''
    this.codes = (data.details ?? []).map(({ code }) => code)
  }
}

/** Share of writes that are sent twice, half of them before the first response. */
const repeatedShare = 0.06

/** A client of the product's HTTP API for one account. */
export class Client {
  readonly account: string
  readonly #address: string
  readonly #token: string
  readonly #log: CallLog

  constructor(address: string, account: string, token: string, log: CallLog) {
    this.account = account
    this.#address = address
    this.#token = token
    this.#log = log
  }

  read<T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> {
    return this.#call<T>(method, path, body)
  }

  /** A write request with its own idempotency key; sometimes it is sent twice. */
  async write<T>(method: Method, path: string, body: object | undefined, key: string): Promise<T> {
    const send = () => this.#call<T>(method, path, body, key)
    const chance = share(`twice ${key}`)
    if (chance >= repeatedShare) return send()
    this.#log.repeated += 1
    const [first, second] =
      chance < repeatedShare / 2
        ? await Promise.all([send(), send()])
        : [await send(), await send()]
    if (!isDeepStrictEqual(first, second)) {
      this.#log.contradictions.push(`${method} ${path} ${key}`)
    }
    return first
  }

  async #call<T>(method: Method, path: string, body: object | undefined, key?: string): Promise<T> {
    const startedAt = performance.now()
    const response = await fetch(new URL(path, this.#address), {
      method,
      headers: {
        authorization: `Bearer ${this.#token}`,
        'accept-language': 'en',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const answer = await readAnswer(response, `${method} ${path}`)
    this.#log.note(labelOf(method, path), performance.now() - startedAt)
    if (answer.resp_code !== 0) throw new Refused(`${method} ${path} by ${this.account}`, answer)
    return answer.datas as T
  }
}

async function readAnswer(response: Response, request: string): Promise<Answer> {
  const text = await response.text()
  try {
    return JSON.parse(text) as Answer
  } catch {
    throw new Error(`${request} answered ${response.status} and no JSON: ${text.slice(0, 200)}`)
  }
}

/** Signs in and returns a client for that account. */
export async function signIn(
  address: string,
  account: string,
  password: string,
  log: CallLog,
): Promise<Client> {
  const response = await fetch(new URL('/api/oauth/token', address), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: account, password, grant_type: 'password' }),
  })
  const answer = await readAnswer(response, 'POST /api/oauth/token')
  if (answer.resp_code !== 0) throw new Refused(`sign-in of ${account}`, answer)
  return new Client(address, account, (answer.datas as { access_token: string }).access_token, log)
}
