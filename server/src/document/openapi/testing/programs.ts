import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'

const root = resolve(import.meta.dirname, '../../../../..')

/** The outcome of a program. */
export interface Outcome {
  code: number
  output: string
}

/** Runs a program of node_modules, or of the repository, with Node. */
export async function runProgram(path: string, ...rest: string[]): Promise<Outcome> {
  const environment = {
    ...process.env,
    NO_COLOR: '1',
    // Redocly asks its server otherwise.
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  }
  const options = { cwd: root, env: environment, maxBuffer: 100_000_000 }
  try {
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      [resolve(root, path), ...rest],
      options,
    )
    return { code: 0, output: stdout + stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as { code?: unknown; stdout?: string; stderr?: string }
    if (typeof code !== 'number') throw error
    return { code, output: `${stdout ?? ''}${stderr ?? ''}` }
  }
}

/** A file of the repository. */
export const inRepository = (path: string): string => resolve(root, path)
