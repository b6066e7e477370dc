import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ProcessIdentity } from './process-identity.ts'
import { identifyProcess, isRunning } from './process-identity.ts'

/** Another process that runs has the folder. */
export class FolderInUse extends Error {
  constructor(folder: string, owner: ProcessIdentity) {
    super(`${folder} is in use by process ${owner.pid}`)
  }
}

/**
 * Takes a folder for this process, so that a second start cannot take away what lies in it from
 * under the first. Made when missing. The mark of a process that was killed counts for nothing.
 *
 * @returns gives the folder back
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

/** Moves the mark aside first: of two that find it stale only one gets it, and sees what it got. */
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

/** A mark cut short by a crash names nobody. */
function parse(text: string | undefined): ProcessIdentity | undefined {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as ProcessIdentity)
  } catch {
    return undefined
  }
}
