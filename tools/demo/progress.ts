import type { CallLog } from './call-log.ts'
import { grouped } from './exact.ts'
import { seconds } from './report.ts'

const everyMs = 5000

/** Prints the current stage, its progress and speed every few seconds. */
export class Progress {
  readonly #say: (line: string) => void
  readonly #log: CallLog
  readonly #startedAt = performance.now()

  constructor(say: (line: string) => void, log: CallLog) {
    this.#say = say
    this.#log = log
  }

  get elapsedMs(): number {
    return performance.now() - this.#startedAt
  }

  say(line: string): void {
    this.#say(`[${seconds(this.elapsedMs).padStart(8)}] ${line}`)
  }

  /** Runs a stage; `done` reports its progress. */
  async stage<T>(title: string, work: (count: (done: string) => void) => Promise<T>): Promise<T> {
    this.say(title)
    let done = ''
    const startedAt = performance.now()
    const callsBefore = this.#log.count
    const rate = () => {
      const calls = this.#log.count - callsBefore
      const perSecond = (calls / (performance.now() - startedAt)) * 1000
      return calls === 0 ? '' : `, ${grouped(calls)} calls, ${perSecond.toFixed(0)}/s`
    }
    const timer = setInterval(() => this.say(`  ${done}${rate()}`), everyMs)
    try {
      return await work((text) => {
        done = text
      })
    } finally {
      clearInterval(timer)
      this.say(`  done in ${seconds(performance.now() - startedAt)}${rate()}`)
    }
  }
}
