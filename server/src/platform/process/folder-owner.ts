import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ProcessIdentity } from './process-identity.ts'
import { identifyProcess, isRunning } from './process-identity.ts'

/** Another running process uses the folder. */
export class FolderInUse extends Error {
  constructor(folder: string, owner: ProcessIdentity) {
    super(`${folder} is in use by process ${owner.pid}`)
  }
}

/**
 * Locks a folder for this process, so that a second start cannot use it. The folder is created if missing. The lock of
 * a killed process is ignored.
 * @returns releases the folder
 * @throws FolderInUse
 */
export function takeFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true })
  const mark = join(folder, 'owner.json')
  const mine = JSON.stringify(identifyProcess(process.pid))
  for (let attempt = 0; ; attempt += 1) {
    try {
      writeFileSync(mark, mine, { flag: 'wx' })
      return () => rmSync(mark, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || attempt > 9) throw error
    }
    const found = read(mark)
    const owner = parse(found)
    if (owner !== undefined && isRunning(owner)) {
      throw new FolderInUse(folder, owner)
    }
    removeStale(mark, found)
  }
}

/** Renames the lock file first: if two processes find it stale, only one succeeds and can verify its content. */
function removeStale(mark: string, expected: string | undefined): void {
  const aside = `${mark}.${process.pid}`
  try {
    renameSync(mark, aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  if (read(aside) === expected) rmSync(aside)
  else renameSync(aside, mark)
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** A lock file truncated by a crash identifies no process. */
function parse(text: string | undefined): ProcessIdentity | undefined {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as ProcessIdentity)
  } catch {
    return undefined
  }
}
