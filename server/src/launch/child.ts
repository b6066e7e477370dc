import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { LogFile } from './log-file.ts'

export interface ChildOptions {
  /** The name shown to the user. */
  name: string
  /** The program and its arguments, for the same Node executable. */
  program: string[]
  folder: string
  environment: Record<string, string>
  log: LogFile
  /** Receives every line of standard output; lines for which it returns true are not logged. */
  onLine(line: string): boolean
}

/** A child process of the supervisor, in its own process group. */
export class Child {
  readonly name: string
  /** Resolves with the reason when it has ended and all its lines were read. */
  readonly ended: Promise<string>
  readonly #process: ChildProcess
  #over = false

  constructor(options: ChildOptions) {
    this.name = options.name
    this.#process = spawn(
      process.execPath,
      ['--import', new URL('with-parent.ts', import.meta.url).href, ...options.program],
      {
        cwd: options.folder,
        env: { ...process.env, ...options.environment },
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
        // Ctrl+C in the terminal must reach only the supervisor, which stops processes in order.
        detached: true,
      },
    )
    this.#read(this.#process.stdout, (line) => options.onLine(line) || options.log.write(line))
    this.#read(this.#process.stderr, (line) => options.log.write(line))
    this.ended = new Promise((done) => {
      const end = (how: string) => {
        this.#over = true
        done(how)
      }
      this.#process.on('error', (error) => {
        // Without a pid it was never started; otherwise it is still running.
        if (this.#process.pid === undefined) end(error.message)
      })
      this.#process.once('close', (code, signal) =>
        end(signal === null ? `exit code ${code}` : `signal ${signal}`),
      )
    })
  }

  get over(): boolean {
    return this.#over
  }

  /** Asks it to stop, and kills it after the time-out. */
  async stop(patienceMs: number): Promise<void> {
    if (this.#over) return
    this.#process.kill('SIGTERM')
    const timer = setTimeout(() => this.#process.kill('SIGKILL'), patienceMs)
    await this.ended
    clearTimeout(timer)
  }

  #read(stream: NodeJS.ReadableStream | null, take: (line: string) => unknown): void {
    if (stream === null) throw new Error(`no output of ${this.name} to read`)
    createInterface({ input: stream, crlfDelay: Infinity }).on('line', take)
  }
}
