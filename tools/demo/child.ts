import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'

/** A program of this work tree that runs beside the demonstration. */
export interface RunningProgram {
  /** The URL in its ready line. */
  address: string
  /** @throws if it does not end cleanly */
  stop(): Promise<void>
}

export interface ProgramStart {
  name: string
  program: string
  environment: Record<string, string>
  /** The line that reports readiness; its first group is the URL. */
  ready: RegExp
  patienceMs: number
  onLine?: (line: string) => void
}

const root = resolve(import.meta.dirname, '../..')
/** Ends the program if the demonstration is killed. */
const withParent = new URL('../../server/src/launch/with-parent.ts', import.meta.url).href
const lastLinesMax = 40

/** @throws with its last output if it ends or times out before it is ready */
export async function startProgram(start: ProgramStart): Promise<RunningProgram> {
  const child = spawn(process.execPath, ['--import', withParent, start.program], {
    cwd: root,
    env: { ...process.env, ...start.environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const last: string[] = []
  const ended = new Promise<string>((done) => {
    child.once('error', (error) => done(error.message))
    child.once('close', (code, signal) => done(signal ?? `exit code ${code}`))
  })
  const ready = new Promise<string>((done) => {
    const read = (line: string) => {
      last.push(line)
      if (last.length > lastLinesMax) last.shift()
      start.onLine?.(line)
      const address = start.ready.exec(line)?.[1]
      if (address !== undefined) done(address)
    }
    for (const stream of [child.stdout, child.stderr]) {
      if (stream === null) throw new Error(`no output of ${start.name} to read`)
      createInterface({ input: stream }).on('line', read)
    }
  })
  const timer = setTimeout(() => child.kill('SIGTERM'), start.patienceMs)
  const address = await Promise.race([ready, ended.then(() => undefined)])
  clearTimeout(timer)
  if (address === undefined) {
    throw new Error(`${start.name} did not start (${await ended}); it said:\n${last.join('\n')}`)
  }
  return {
    address,
    async stop() {
      child.kill('SIGTERM')
      const how = await ended
      if (how !== 'exit code 0') {
        throw new Error(`${start.name} did not stop cleanly (${how}); it said:\n${last.join('\n')}`)
      }
    },
  }
}
