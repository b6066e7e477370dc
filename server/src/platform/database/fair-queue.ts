import { refuse } from '@kufang/kernel/refusal.ts'

export interface FairQueueLimits {
  /** Requests that use the database at the same time, of all persons and of one. */
  runningMax: number
  runningOfPersonMax: number
  /**
   * The same for a person who has used the database for a large part of the last seconds (`heavyUseMs`). As many as
   * `runningMax`: use for a long time is not limited, and nobody rests.
   */
  steadyOfPersonMax: number
  /** Requests that wait, of all persons and of one. */
  waitingMax: number
  waitingOfPersonMax: number
  /** Milliseconds a request waits before it is refused. */
  patienceMs: number
}

interface Waiting {
  person: string
  start: () => void
}

/** Over which time the use by a person is averaged. */
const memoryMs = 5000
/** Milliseconds of use within that time that make a person a heavy user: opening a page takes a tenth of it. */
const heavyUseMs = 0.4 * memoryMs
/** A heavy user rests after each turn for as long as it took, up to this, while others are at work. */
const restMaxMs = 1000
/** Persons remembered before those who use nothing are forgotten. */
const personsMax = 1000

/** What a person uses: requests now, and milliseconds lately as of `at`. */
interface Use {
  running: number
  lately: number
  at: number
  /** When the present turn began, and until when the person rests. */
  since: number
  restsUntil: number
}

/** Milliseconds before a request beyond the queue is refused, so that a client repeating it at once is slowed down. */
const refusalDelayMs = 1000

/**
 * Lets requests use the database in the order of their arrival, passing over those of persons who already use their
 * share: whoever sends many requests waits for himself, not the others for him. Refuses `server-busy`.
 *
 * A person may use several connections for a short time, as a page does when it opens, but only a few for long: expensive
 * statements one after the other take processor time from all others, however many connections are left. While others
 * are at work such a person also rests between two turns.
 */
export class FairQueue {
  readonly #limits: FairQueueLimits
  readonly #uses = new Map<string, Use>()
  readonly #now: () => number
  readonly #waitingOf = new Map<string, number>()
  /** Insertion order is the order of arrival. */
  readonly #waiting = new Set<Waiting>()
  #running = 0

  constructor(limits: FairQueueLimits, now: () => number = () => performance.now()) {
    this.#limits = limits
    this.#now = now
  }

  /** The number of requests using the database now, and of those waiting. */
  get load(): { running: number; waiting: number } {
    return { running: this.#running, waiting: this.#waiting.size }
  }

  /** Waits for a turn; every fulfilled call needs one `leave`. Rejects with the signal's reason if it is aborted. */
  async enter(person: string, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted()
    if (this.#mayStart(person)) return this.#start(person)
    const { waitingMax, waitingOfPersonMax, patienceMs } = this.#limits
    const isFull =
      this.#waiting.size >= waitingMax || (this.#waitingOf.get(person) ?? 0) >= waitingOfPersonMax
    if (isFull) {
      await endOf(() => {}, refusalDelayMs, signal)
      throw busy()
    }
    const waiting: Waiting = { person, start: () => {} }
    const isStarted = new Promise<true>((done) => {
      waiting.start = () => {
        this.#forget(waiting)
        this.#start(person)
        done(true)
      }
    })
    this.#waiting.add(waiting)
    add(this.#waitingOf, person, 1)
    await endOf((end) => void isStarted.then(end), patienceMs, signal).catch((error: unknown) => {
      // Started in the same moment: the turn is given back.
      if (this.#waiting.has(waiting)) this.#forget(waiting)
      else this.leave(person)
      throw error
    })
    if (!this.#waiting.has(waiting)) return
    this.#forget(waiting)
    throw busy()
  }

  /** Ends the turn of a person, which lets the next one start. */
  leave(person: string): void {
    this.#running -= 1
    const use = this.#useOf(person)
    use.running -= 1
    if (this.#limitsHeavyUse && use.lately > heavyUseMs && this.#othersWork(person)) this.#rest(use)
    this.#startWaiting()
  }

  get #limitsHeavyUse(): boolean {
    return this.#limits.steadyOfPersonMax < this.#limits.runningMax
  }

  #rest(use: Use): void {
    const restMs = Math.min(use.at - use.since, restMaxMs)
    use.restsUntil = use.at + restMs
    this.#wakeAfter(use)
  }

  /** A timer may fire a moment early by our clock: without another look the last waiting request would never start. */
  #wakeAfter(use: Use): void {
    const restMs = use.restsUntil - this.#now()
    if (restMs <= 0) return this.#startWaiting()
    setTimeout(() => this.#wakeAfter(use), Math.ceil(restMs))
  }

  #startWaiting(): void {
    for (const waiting of this.#waiting) {
      if (this.#running >= this.#limits.runningMax) return
      if (this.#mayStart(waiting.person)) waiting.start()
    }
  }

  #mayStart(person: string): boolean {
    const { runningMax, runningOfPersonMax, steadyOfPersonMax } = this.#limits
    if (this.#running >= runningMax) return false
    const { running, lately, at, restsUntil } = this.#useOf(person)
    if (at < restsUntil) return false
    return running < (lately > heavyUseMs ? steadyOfPersonMax : runningOfPersonMax)
  }

  #start(person: string): void {
    this.#running += 1
    const use = this.#useOf(person)
    use.running += 1
    use.since = use.at
  }

  /** Whether anybody else has used the database within the last second. */
  #othersWork(person: string): boolean {
    const before = this.#now() - 1000
    for (const [other, { at }] of this.#uses) if (other !== person && at > before) return true
    return false
  }

  /** The use of a person as of now. */
  #useOf(person: string): Use {
    const at = this.#now()
    let use = this.#uses.get(person)
    if (use === undefined) {
      if (this.#uses.size >= personsMax) this.#forgetIdle(at)
      this.#uses.set(person, (use = { running: 0, lately: 0, at, since: at, restsUntil: at }))
    }
    const kept = Math.exp((use.at - at) / memoryMs)
    use.lately = use.lately * kept + use.running * memoryMs * (1 - kept)
    use.at = at
    return use
  }

  #forgetIdle(at: number): void {
    for (const [person, use] of this.#uses)
      if (use.running === 0 && at - use.at > memoryMs) this.#uses.delete(person)
  }

  #forget(waiting: Waiting): void {
    this.#waiting.delete(waiting)
    add(this.#waitingOf, waiting.person, -1)
  }
}

const busy = () => refuse('server-busy')

function add(counts: Map<string, number>, person: string, change: number): void {
  const count = (counts.get(person) ?? 0) + change
  if (count === 0) counts.delete(person)
  else counts.set(person, count)
}

/** Ends when told, or after the time; rejects if the signal is aborted. */
function endOf(
  whenTold: (end: () => void) => void,
  timeMs: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  return new Promise((done, failed) => {
    const abort = () => {
      clearTimeout(timer)
      failed(signal!.reason as Error)
    }
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      done()
    }
    const timer = setTimeout(end, timeMs)
    signal?.addEventListener('abort', abort, { once: true })
    whenTold(end)
  })
}
