import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { BatchActionResult } from '@kufang/contract/document/api.ts'
import { Refused } from '../../tools/demo/client.ts'
import { Person, type Seen } from '../../tools/demo/person.ts'
import type { Act } from './act-book.ts'
import {
  againMs,
  GivenUp,
  givenUpShare,
  patienceMs,
  repeatedShare,
  type StubbornClient,
} from './stubborn-client.ts'

/** A document selected in the list, and the callbacks for its result. */
interface Ticked {
  seen: Seen
  act: Act
  done: () => void
  failed: (error: Error) => void
}

/** Time during which documents are collected for one request. */
const tickingMs = 60

/**
 * Combines actions on documents of one kind by several clients of one account into one request, as the page does: each
 * document is acknowledged, refused or abandoned separately, under its own idempotency key.
 */
class Press {
  readonly #client: StubbornClient
  readonly #path: string
  #ticked: Ticked[] = []

  constructor(client: StubbornClient, type: string, action: string) {
    this.#client = client
    this.#path = `/api/documents/${type}/actions/${action}`
  }

  tick(seen: Seen, act: Act): Promise<void> {
    if (this.#ticked.length === 0) setTimeout(() => void this.#press(), tickingMs)
    return new Promise((done, failed) => this.#ticked.push({ seen, act, done, failed }))
  }

  async #press(): Promise<void> {
    const { dice } = this.#client.options
    let open = this.#ticked
    this.#ticked = []
    for (const until = Date.now() + patienceMs; open.length > 0; await pause(againMs)) {
      const isFirst = open[0]!.act.attempts === 0
      for (const { act } of open) act.attempts += 1
      const answer = await this.#client.ask('POST', this.#path, bodyOf(open))
      if (answer !== undefined && answer.resp_code !== 0) {
        const refused = new Refused(`POST ${this.#path}`, answer)
        for (const { act, failed } of open) {
          act.outcome = 'refused'
          failed(refused)
        }
        return
      }
      if (answer !== undefined) {
        const results = answer.datas as BatchActionResult[]
        if (dice.next() < repeatedShare) await this.#repeat(open, results)
        open = open.filter((ticked, index) => !this.#settle(ticked, results[index]!))
      }
      const isGivenUp = (isFirst && dice.next() < givenUpShare) || Date.now() > until
      if (!isGivenUp) continue
      for (const { act, failed } of open) failed(new GivenUp(act.key))
      return
    }
  }

  /** Records the result of a document; false if it remains unknown. */
  #settle({ act, done, failed }: Ticked, result: BatchActionResult): boolean {
    if (result.isDone) {
      act.outcome = 'acknowledged'
      done()
      return true
    }
    const { book } = this.#client.options
    const { code, en } = result.refusal!
    if (code === 'internal-error') {
      book.failed()
      return false
    }
    act.outcome = 'refused'
    book.refused(code)
    failed(new Refused(`POST ${this.#path}`, { resp_code: 1, resp_msg: en, datas: { code } }))
    return true
  }

  /** Repeats the request, as a user does whose window has not been updated yet. */
  async #repeat(open: readonly Ticked[], results: readonly BatchActionResult[]): Promise<void> {
    const again = await this.#client.ask('POST', this.#path, bodyOf(open))
    if (again === undefined) return
    const { log } = this.#client.options
    log.repeated += 1
    const repeated = again.datas as BatchActionResult[]
    for (const [index, result] of results.entries()) {
      const second = repeated[index]!
      // A fault during the second request says nothing about the document.
      if (!result.isDone || second.refusal?.code === 'internal-error') continue
      if (!isDeepStrictEqual(second, result))
        log.contradictions.push(
          `POST ${this.#path} ${open[index]!.act.key}: ${JSON.stringify(second)} after ${JSON.stringify(result)}`,
        )
    }
  }
}

const bodyOf = (open: readonly Ticked[]) => ({
  documents: open.map(({ seen, act }) => ({
    id: seen.id,
    version: seen.version,
    idempotencyKey: act.key,
  })),
})

/** Half of the actions without input are combined with others, the other half sent alone. */
const tickedShare = 0.5

/** A user who sometimes selects documents in the list instead of opening each. */
export class TickingPerson extends Person {
  readonly #client: StubbornClient
  readonly #presses = new Map<string, Press>()

  constructor(client: StubbornClient) {
    super(client)
    this.#client = client
  }

  override async act(...asked: Parameters<Person['act']>) {
    const [type, seen, action, key, input, lines] = asked
    const { book, dice } = this.#client.options
    if (input !== undefined || lines !== undefined || dice.next() >= tickedShare)
      return super.act(...asked)
    const name = `${type} ${action}`
    let press = this.#presses.get(name)
    if (press === undefined)
      this.#presses.set(name, (press = new Press(this.#client, type, action)))
    const act: Act = {
      key,
      type,
      actions: [action],
      outcome: 'unacknowledged',
      documentId: seen.id,
      attempts: 0,
    }
    book.note(act)
    await press.tick(seen, act)
    const { header } = await this.open(type, seen.id)
    const { id, docNo, state, erpState } = header
    return { id, docNo, state, erpState, version: seen.version + 1 }
  }
}
