import { appendFileSync, chmodSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

const longestBytes = 50_000_000
const lastLinesKept = 40

/**
 * The log file of one child; the previous file is kept as `….1`. If it cannot be written (disk full, folder removed),
 * nothing stops: it reports this once, counts the lost lines, retries with each line, and writes the number of lost
 * lines when writing is possible again.
 */
export class LogFile {
  readonly #path: string
  readonly #complain: (line: string) => void
  #last: string[] = []
  #lostLines = 0
  #isClosed = false

  /** @param complain called when the file cannot be written, and when it can be again */
  constructor(path: string, complain: (line: string) => void = sayOnStandardError) {
    this.#path = path
    this.#complain = complain
  }

  write(line: string): void {
    this.#last.push(line)
    if (this.#last.length > lastLinesKept) this.#last.shift()
    try {
      this.#append(line)
    } catch (error) {
      this.#lose(error)
    }
  }

  #append(line: string): void {
    // Checked each time, because the file may have been removed or truncated to free space.
    const bytes = statSync(this.#path, { throwIfNoEntry: false })?.size
    if (bytes === undefined) mkdirSync(dirname(this.#path), { recursive: true, mode: 0o750 })
    else if (bytes > longestBytes) renameSync(this.#path, `${this.#path}.1`)
    // It names accounts and addresses; one of an earlier version may be readable by everybody.
    if (bytes !== undefined && !this.#isClosed) chmodSync(this.#path, 0o640)
    this.#isClosed = true
    const lost = this.#lostLines
    // Begins with a line break, because part of a lost line may precede it.
    const gap = lost === 0 ? '' : `\n(${lost} lines lost: the log could not be written)\n`
    appendFileSync(this.#path, `${gap}${line}\n`, { mode: 0o640 })
    if (lost === 0) return
    this.#lostLines = 0
    this.#complain(`log file ${this.#path} is written again; ${lost} lines are lost`)
  }

  #lose(error: unknown): void {
    this.#lostLines += 1
    if (this.#lostLines > 1) return
    const reason = error instanceof Error ? error.message : String(error)
    this.#complain(`log file ${this.#path} cannot be written, lines are lost: ${reason}`)
  }

  /** The last lines, to explain why the child ended. */
  get last(): string {
    return this.#last.join('\n')
  }

  get path(): string {
    return this.#path
  }
}

/** A closed or full standard error must not stop the process either. */
function sayOnStandardError(line: string): void {
  process.stderr.write(`${line}\n`, () => {})
}
