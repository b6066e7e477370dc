import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

const longestBytes = 50_000_000
const lastLinesKept = 40

/** The log of one child on disk. The file before the current one is kept as `….1`. */
export class LogFile {
  readonly #path: string
  #bytes: number
  #last: string[] = []

  constructor(path: string) {
    mkdirSync(dirname(path), { recursive: true })
    this.#path = path
    this.#bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  }

  write(line: string): void {
    const text = `${line}\n`
    if (this.#bytes > longestBytes) {
      renameSync(this.#path, `${this.#path}.1`)
      this.#bytes = 0
    }
    appendFileSync(this.#path, text)
    this.#bytes += Buffer.byteLength(text)
    this.#last.push(line)
    if (this.#last.length > lastLinesKept) this.#last.shift()
  }

  /** What was written last, for a person who asks why the child died. */
  get last(): string {
    return this.#last.join('\n')
  }

  get path(): string {
    return this.#path
  }
}
