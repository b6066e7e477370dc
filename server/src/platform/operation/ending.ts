import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Settings } from '../settings.ts'

/** Stops a part; work that has a way to give up uses the limit. */
type Step = (limitMs: number) => Promise<void>

/** Between the time when jobs are given back and the end of the process, so that they are. */
const givingBackMs = 1000

/**
 * The orderly end of a process: it says that it stops, so that /ready answers no; serves on for `drainSeconds`, so that a
 * proxy notices; then takes nothing new and ends requests, sockets, jobs and services together; and at last closes what
 * they needed. What has not ended after `stopSeconds` is cut off by the end of the process, with exit code 1.
 */
export class Ending {
  /** Requests are accepted. Otherwise no proxy has to notice anything. */
  isServing = false
  readonly #settings: Pick<Settings, 'drainSeconds' | 'stopSeconds'>
  readonly #log: Logger
  readonly #process: Pick<NodeJS.Process, 'exit' | 'exitCode'>
  readonly #hurry = new AbortController()
  readonly #onStop: (() => void)[] = []
  readonly #work: Step[] = []
  readonly #afterWork: Step[] = []
  #ended: Promise<void> | undefined

  /** @param ended the process that ends; another one in tests, whose process goes on */
  constructor(
    settings: Pick<Settings, 'drainSeconds' | 'stopSeconds'>,
    log: Logger,
    ended: Pick<NodeJS.Process, 'exit' | 'exitCode'> = process,
  ) {
    this.#settings = settings
    this.#log = log
    this.#process = ended
  }

  /** Called as soon as the process is to stop. */
  onStop(react: () => void): void {
    this.#onStop.push(react)
  }

  /**
   * How to end a part that works; all of them end at the same time.
   * @throws if the process already stops; the part is ended at once
   */
  work(step: Step): void {
    this.#keep(this.#work, step)
  }

  /**
   * How to close what the work needs: one after the other, the last one first.
   * @throws as `work`
   */
  afterWork(step: Step): void {
    this.#keep(this.#afterWork, step)
  }

  #keep(steps: Step[], step: Step): void {
    if (!this.hasBegun) {
      steps.push(step)
      return
    }
    void this.#take(step, 0)
    throw new Error('the process stops before it has started')
  }

  get hasBegun(): boolean {
    return this.#ended !== undefined
  }

  /** Ends the process. A second call, such as a second signal, shortens the time for the proxy. */
  end(reason: string, exitCode: number): Promise<void> {
    if (this.hasBegun || exitCode !== 0) this.#hurry.abort()
    this.#ended ??= this.#end(reason, exitCode)
    return this.#ended
  }

  async #end(reason: string, exitCode: number): Promise<void> {
    const { drainSeconds, stopSeconds } = this.#settings
    this.#log.info({ reason, drainSeconds, stopSeconds }, 'stopping')
    for (const react of this.#onStop) react()
    const { signal } = this.#hurry
    if (this.isServing)
      await pause(drainSeconds * 1000, undefined, { signal }).catch(() => undefined)
    const limitMs = stopSeconds * 1000
    setTimeout(() => {
      this.#log.error('not everything stopped in time')
      this.#process.exit(1)
    }, limitMs).unref()
    const workMs = Math.max(limitMs - givingBackMs, 0)
    await Promise.all(this.#work.map((step) => this.#take(step, workMs)))
    for (const step of this.#afterWork.reverse()) await this.#take(step, workMs)
    this.#process.exitCode = exitCode
  }

  async #take(step: Step, limitMs: number): Promise<void> {
    try {
      await step(limitMs)
    } catch (error) {
      this.#log.error({ err: error }, 'stopping failed')
    }
  }
}
