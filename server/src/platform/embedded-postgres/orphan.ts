import { readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { commandOf, isAlive, workingFolderOf } from '../process/process-identity.ts'

/** A database server that was told to stop at once has so long before it is told more harshly. */
const gentleStopMs = 20_000
const harshStopMs = 10_000

/**
 * Stops a database server that outlived the process that started it (that one was killed), and
 * keeps a stranger from being taken for it. Only for who owns the data folder.
 */
export async function clearOrphan(clusterFolder: string): Promise<void> {
  const lockFile = join(clusterFolder, 'postmaster.pid')
  const pid = readPid(lockFile)
  if (pid === undefined) return
  if (!isAlive(pid)) return
  if (serves(pid, clusterFolder)) await stopServer(pid)
  // The number is a stranger's by now, whom PostgreSQL would take for a running server. It knows
  // that its own parent is none. The rest of the file stays: by the shared memory named in it
  // PostgreSQL sees whether helpers of a killed server are still at work.
  else writeFileSync(lockFile, readFileSync(lockFile, 'utf8').replace(/^\d+/, String(process.pid)))
}

/**
 * Stops a database server: running transactions are rolled back, everything is written, its
 * clients are sent away; if that takes too long it stops as in a crash, which loses nothing either.
 */
export async function stopServer(pid: number, gentlyMs = gentleStopMs): Promise<void> {
  for (const [signal, patienceMs] of [
    ['SIGINT', gentlyMs],
    ['SIGQUIT', harshStopMs],
  ] as const) {
    signalTo(pid, signal)
    if (await hasEnded(pid, patienceMs)) return
  }
  throw new Error(`the database server (process ${pid}) does not stop`)
}

function readPid(lockFile: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(lockFile, 'utf8'), 10)
    return pid > 0 ? pid : undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Whether that process is a PostgreSQL server working in that folder. */
function serves(pid: number, clusterFolder: string): boolean {
  const command = commandOf(pid)
  if (!command.includes('postgres')) return false
  const workingFolder = workingFolderOf(pid)
  if (workingFolder === undefined) return command.includes(clusterFolder)
  return workingFolder === realpathSync(clusterFolder)
}

function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

async function hasEnded(pid: number, patienceMs: number): Promise<boolean> {
  for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await pause(20)) {
    if (!isAlive(pid)) return true
  }
  return !isAlive(pid)
}
