import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { LogFile } from './log-file.ts'

export interface ChildOptions {
  /** What to call it in front of a person. */
  name: string
  /** The program and its arguments, for the Node that runs us. */
  program: string[]
  folder: string
  environment: Record<string, string>
  log: LogFile
  /** Sees every line of its standard output; what it returns true for is kept out of the log. */
  onLine(line: string): boolean
}

/** A child process of the supervisor, in a group of its own. */
export class Child {
  readonly name: string
  /** Says how it ended, once it has; a reader of its lines has seen them all by then. */
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
        // A Ctrl+C in the terminal must reach the supervisor alone: it knows the order.
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
        // Without a number it never began; otherwise it lives on and ends in its own time.
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

  /** Asks it to end and, when it has not after so long, ends it. */
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
