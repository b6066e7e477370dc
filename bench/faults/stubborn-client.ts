import { isDeepStrictEqual } from 'node:util'
import { setTimeout as pause } from 'node:timers/promises'
import type { CallLog } from '../../tools/demo/call-log.ts'
import { Client, Refused } from '../../tools/demo/client.ts'
import type { Act, ActBook } from './act-book.ts'
import type { Dice } from './dice.ts'
import type { Gate } from './gate.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export interface Answer {
  resp_code: 0 | 1
  resp_msg: string
  resp_detail_msg?: string
  datas: unknown
}

/** The client gave up; it does not know whether the request was executed. */
export class GivenUp extends Error {}

export const patienceMs = 180_000
const answerPatienceMs = 20_000
/** Share of requests without a first response that are not repeated. */
export const givenUpShare = 0.15
export const againMs = 250
/** Share of requests with a response that are sent once more. */
export const repeatedShare = 0.05

export interface StubbornOptions {
  address: string
  account: string
  token: string
  log: CallLog
  book: ActBook
  gate: Gate
  dice: Dice
}

/**
 * A client during faults: it repeats requests under the same idempotency key until there is a response, or gives up;
 * each request and its result is recorded.
 */
export class StubbornClient extends Client {
  readonly options: StubbornOptions

  constructor(options: StubbornOptions) {
    super(options.address, options.account, options.token, options.log)
    this.options = options
  }

  override async read<T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> {
    for (const until = Date.now() + patienceMs; ; await pause(againMs)) {
      const answer = await this.ask(method, path, body)
      if (answer !== undefined) return this.#unwrap<T>(method, path, answer)
      if (Date.now() > until) throw new Error(`${method} ${path}: no answer for ${patienceMs} ms`)
    }
  }

  override async write<T>(
    method: Method,
    path: string,
    body: object | undefined,
    key: string,
  ): Promise<T> {
    const { book, dice } = this.options
    const act: Act = {
      key,
      ...describe(method, path, body),
      outcome: 'unacknowledged',
      attempts: 0,
    }
    book.note(act)
    for (const until = Date.now() + patienceMs; ; await pause(againMs)) {
      act.attempts += 1
      const answer = await this.ask(method, path, body, key)
      if (answer !== undefined) {
        if (answer.resp_code !== 0) {
          act.outcome = 'refused'
          return this.#unwrap<T>(method, path, answer)
        }
        this.#acknowledge(act, answer)
        if (dice.next() < repeatedShare) await this.#repeat(act, method, path, body)
        return answer.datas as T
      }
      const isGivenUp = act.attempts === 1 && dice.next() < givenUpShare
      if (isGivenUp || Date.now() > until) throw new GivenUp(key)
    }
  }

  #acknowledge(act: Act, answer: Answer): void {
    act.outcome = 'acknowledged'
    act.answer = answer.datas
    const { id } = (answer.datas ?? {}) as { id?: string }
    if (id !== undefined) act.documentId = id
  }

  async #repeat(act: Act, method: Method, path: string, body?: object): Promise<void> {
    const again = await this.ask(method, path, body, act.key)
    if (again === undefined) return
    this.options.log.repeated += 1
    if (!isDeepStrictEqual(again.datas, act.answer)) {
      this.options.log.contradictions.push(`${method} ${path} ${act.key}`)
    }
  }

  #unwrap<T>(method: string, path: string, answer: Answer): T {
    if (answer.resp_code === 0) return answer.datas as T
    const refused = new Refused(`${method} ${path} by ${this.account}`, answer)
    this.options.book.refused(refused.code)
    throw refused
  }

  /** One attempt; undefined if the connection broke, no server was available, or the product failed. */
  async ask(
    method: string,
    path: string,
    body?: object,
    key?: string,
  ): Promise<Answer | undefined> {
    const { address, token, gate, book } = this.options
    const leave = await gate.enter()
    try {
      const response = await fetch(new URL(path, address), {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          'accept-language': 'en',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(answerPatienceMs),
      })
      const answer = (await response.json()) as Answer
      if (response.status < 500) return answer
      book.failed()
      return undefined
    } catch {
      return undefined
    } finally {
      leave()
    }
  }
}

/** Kind of document and the actions as named in the audit log. */
function describe(
  method: string,
  path: string,
  body?: object,
): { type: string; actions: string[]; documentId?: string } {
  const [, type, id, action] =
    /^\/api\/documents\/([a-z-]+)(?:\/([0-9a-f-]{36}))?(?:\/actions\/(\w+))?/.exec(path) ?? []
  if (type === undefined) return { type: '', actions: [] }
  if (id === undefined) {
    const { actionAfterCreate } = body as { actionAfterCreate?: string }
    return {
      type,
      actions: ['create', ...(actionAfterCreate === undefined ? [] : [actionAfterCreate])],
    }
  }
  return { type, actions: [method === 'DELETE' ? 'delete' : action!], documentId: id }
}
