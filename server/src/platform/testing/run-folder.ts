import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clearOrphan } from '../embedded-postgres/orphan.ts'
import { identifyProcess, isRunning, type ProcessIdentity } from '../process/process-identity.ts'

const folderPrefix = 'kufang-test-'
const memoryFolder = '/dev/shm'
/** Free memory required, bytes; a run of the journeys, which takes most, uses less than a third of it. */
const roomMin = 6 * 2 ** 30

/**
 * Creates the folder of a test run, for data that is lost with it, and removes those of killed runs. It is in memory if
 * there is room, because creating the thousand files of a database takes a disk up to thirty times as long; otherwise
 * it is with the temporary files. Programs are not to be put there: memory is often mounted so that nothing in it can
 * be executed.
 */
export async function makeRunFolder(): Promise<string> {
  for (const root of new Set([tmpdir(), rootOfRuns()])) await removeAbandoned(root)
  return makeFolderIn(rootOfRuns())
}

function makeFolderIn(root: string): string {
  const folder = mkdtempSync(join(root, folderPrefix))
  // The database may run under another account, whose files are in folders of this one.
  chmodSync(folder, 0o711)
  writeFileSync(join(folder, 'run.json'), JSON.stringify(identifyProcess(process.pid)))
  return folder
}

/**
 * Lets the processes started from here put their temporary files into a folder, so that they are removed with it and do not mix
 * with those of other runs.
 */
export function keepTemporaryFiles(folder: string): void {
  mkdirSync(folder, { recursive: true })
  // Where PostgreSQL was copied for an account that cannot read ours (embedded-postgres/binaries.ts): one copy for all runs.
  const copies = join(tmpdir(), 'kufang')
  if (existsSync(copies)) symlinkSync(copies, join(folder, 'kufang'))
  process.env['TMPDIR'] = folder
}

/**
 * Makes a folder for the temporary files of this process and of the runs that it starts. It is with the temporary files of
 * others, because programs are put there too.
 * @returns the folder, and a function that removes it and names what of ours was left in it
 */
export async function makeFolderOfRuns(): Promise<{ folder: string; remove: () => string[] }> {
  await removeAbandoned(tmpdir())
  const folder = makeFolderIn(tmpdir())
  keepTemporaryFiles(folder)
  return {
    folder,
    remove() {
      const left = readdirSync(folder).filter((name) => isOurs.test(name))
      rmSync(folder, { recursive: true, force: true })
      return left
    },
  }
}

/** Programs of others, such as the browser, keep what they like there. */
const isOurs = /^kufang-/

function rootOfRuns(): string {
  try {
    accessSync(memoryFolder, constants.W_OK)
    const { bavail, bsize } = statfsSync(memoryFolder)
    // The size of the file system says nothing about the memory that is left.
    const room = Math.min(bavail * bsize, process.availableMemory())
    return room >= roomMin ? memoryFolder : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** Removes the remains of killed test runs in a folder; one whose product still runs is left alone. */
export async function removeAbandoned(root: string): Promise<void> {
  for (const name of readdirSync(root)) {
    if (!name.startsWith(folderPrefix)) continue
    const folder = join(root, name)
    const run = readProcess(join(folder, 'run.json'))
    if (run === undefined || isRunning(run)) continue
    const products = readdirSync(folder, { withFileTypes: true }).flatMap((part) =>
      part.isDirectory() ? [join(folder, part.name)] : [],
    )
    const owners = products.map((product) => readProcess(join(product, 'owner.json')))
    if (owners.some((owner) => owner !== undefined && isRunning(owner))) continue
    for (const data of [folder, ...products]) await clearOrphan(join(data, 'database/cluster'))
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Undefined for a folder whose run is just starting, or that is not readable. */
function readProcess(path: string): ProcessIdentity | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as ProcessIdentity
  } catch {
    return undefined
  }
}
