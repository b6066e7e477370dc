import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** Root of the work tree under test. */
export const root = join(import.meta.dirname, '../..')
const withParent = join(root, 'server/src/launch/with-parent.ts')

/** A process of the product or of its environment. */
export interface Running {
  address: string
  isOver: boolean
  /** Resolved when it has ended for any reason. */
  ended: Promise<string>
  /** Kills it with SIGKILL. */
  kill(): Promise<void>
  /** Requests a regular stop. */
  stop(): Promise<void>
}

export interface StartOptions {
  program: string
  /** The work tree to run; by default ours. */
  tree?: string
  environment: Record<string, string>
  ready: RegExp
  log: string
  onLine?: (line: string) => void
  patienceMs?: number
}

/** @throws with its last output if it ends before it is ready */
export async function startProcess(options: StartOptions): Promise<Running> {
  const child = spawn(process.execPath, ['--import', withParent, options.program], {
    cwd: options.tree ?? root,
    env: { ...process.env, ...options.environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const log = createWriteStream(options.log, { flags: 'a' })
  const last: string[] = []
  const state = { isOver: false }
  const ended = new Promise<string>((done) => {
    child.once('error', (error) => done(error.message))
    child.once('close', (code, signal) => done(signal ?? `exit code ${code}`))
  }).then((how) => {
    state.isOver = true
    log.end()
    return how
  })
  const ready = new Promise<string>((done) => {
    for (const stream of [child.stdout!, child.stderr!]) {
      createInterface({ input: stream }).on('line', (line) => {
        log.write(`${line}\n`)
        last.push(line)
        if (last.length > 15) last.shift()
        options.onLine?.(line)
        const address = options.ready.exec(line)?.[1]
        if (address !== undefined) done(address)
      })
    }
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), options.patienceMs ?? 300_000)
  const address = await Promise.race([ready, ended.then(() => undefined)])
  clearTimeout(timer)
  if (address === undefined) {
    throw new Error(`${options.program} did not start (${await ended}):\n${last.join('\n')}`)
  }
  const send = async (signal: NodeJS.Signals) => {
    if (!state.isOver) signalTo(child, signal)
    await ended
  }
  return {
    address,
    get isOver() {
      return state.isOver
    },
    ended,
    kill: () => send('SIGKILL'),
    stop: () => send('SIGTERM'),
  }
}

function signalTo(child: ChildProcess, signal: NodeJS.Signals): void {
  child.kill(signal)
}
