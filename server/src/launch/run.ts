import { FolderInUse } from '../platform/process/folder-owner.ts'
import { assertPortFree, Mistake, readConfiguration } from './configuration.ts'
import type { Programs } from './supervisor.ts'
import { Supervisor } from './supervisor.ts'

/**
 * Runs the product until it is stopped: reports its progress, then one line `ready http://…`. SIGTERM, SIGINT (Ctrl+C)
 * and closing the terminal stop everything; the exit code is then 0.
 */
export async function run(programs?: Programs): Promise<void> {
  // A closed output or full disk must not end the process.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
  try {
    const configuration = readConfiguration(process.env)
    await assertPortFree(configuration.port)
    const supervisor = new Supervisor(configuration, say, programs)
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
      process.on(signal, () => {
        say('stopping')
        supervisor.stop().then(() => process.exit(0), fail)
      })
    }
    try {
      await supervisor.start()
    } catch (error) {
      await supervisor.stop()
      throw error
    }
  } catch (error) {
    fail(error)
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

function fail(error: unknown): never {
  process.stderr.write(`${describe(error)}\n`)
  process.exit(1)
}

/** User errors need no stack trace; others show one on request. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const expected = error instanceof Mistake || error instanceof FolderInUse
  if (expected || process.env['KUFANG_TRACE'] === undefined) return error.message
  return error.stack ?? error.message
}
