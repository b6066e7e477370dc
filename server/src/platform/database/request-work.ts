import { AsyncLocalStorage } from 'node:async_hooks'
import { refuse } from '@kufang/kernel/refusal.ts'
import type { FairQueue } from './fair-queue.ts'

/**
 * What the database does for one request: whose it is, and whether anybody still waits for the answer. Connections taken
 * while it runs are its own; its first one needs a turn in the queue of persons, further ones do not, so that a request
 * never waits for itself.
 */
export class RequestWork {
  /** The signed-in person, or before that the client's address. */
  person: string
  readonly #closing = new AbortController()
  #lines = 0
  #turn: Promise<void> | undefined
  #enteredAs = ''
  #isOver = false

  constructor(person: string) {
    this.person = person
  }

  /** Aborted when the client has closed the connection before the answer. */
  get signal(): AbortSignal {
    return this.#closing.signal
  }

  /** The answer was sent: whatever runs on, such as a notification, is the system's. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** Ends the work; `isAnswered` tells whether the client has received everything. */
  end(isAnswered: boolean): void {
    if (this.#isOver) return
    this.#isOver = true
    if (!isAnswered) this.#closing.abort(refuse('request-closed'))
  }

  /** Waits for a turn unless the request already has one. */
  async enter(queue: FairQueue): Promise<void> {
    this.#lines += 1
    if (this.#turn === undefined) {
      this.#enteredAs = this.person
      this.#turn = queue.enter(this.#enteredAs, this.signal)
    }
    const turn = this.#turn
    try {
      await turn
    } catch (error) {
      this.#lines -= 1
      if (this.#turn === turn) this.#turn = undefined
      throw error
    }
  }

  /** Gives a connection back; the turn ends with the last one. */
  leave(queue: FairQueue): void {
    this.#lines -= 1
    if (this.#lines > 0) return
    this.#turn = undefined
    queue.leave(this.#enteredAs)
  }
}

const current = new AsyncLocalStorage<RequestWork | undefined>()

/** Runs what a request does, including everything it awaits. */
export function runForRequest<T>(work: RequestWork | undefined, run: () => T): T {
  return current.run(work, run)
}

/** Runs what several requests share, so that it does not end with the one that happened to begin it. */
export function runForSystem<T>(run: () => T): T {
  return current.run(undefined, run)
}

/** The request being worked on, or undefined for the system's own work. */
export function currentWork(): RequestWork | undefined {
  const work = current.getStore()
  return work?.isOver === true && !work.signal.aborted ? undefined : work
}
