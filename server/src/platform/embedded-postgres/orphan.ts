import { readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { commandOf, isAlive, workingFolderOf } from '../process/process-identity.ts'

/** Time-outs for a fast shutdown and then an immediate shutdown. */
const gentleStopMs = 20_000
const harshStopMs = 10_000

/**
 * Stops a database server whose starting process was killed, and prevents an unrelated process from being mistaken for
 * it. Only for the owner of the data folder.
 */
export async function clearOrphan(clusterFolder: string): Promise<void> {
  const lockFile = join(clusterFolder, 'postmaster.pid')
  const pid = readPid(lockFile)
  if (pid === undefined) return
  if (!isAlive(pid)) return
  if (serves(pid, clusterFolder)) await stopServer(pid)
  // The pid now belongs to an unrelated process, which PostgreSQL would take for a running server; it ignores its own
  // parent's pid. The rest of the file is kept: PostgreSQL uses the shared memory id in it to detect remaining
  // processes of a killed server.
  else writeFileSync(lockFile, readFileSync(lockFile, 'utf8').replace(/^\d+/, String(process.pid)))
}

/**
 * Stops a database server: a fast shutdown rolls back transactions, writes everything and disconnects clients; after
 * the time-out an immediate shutdown follows, which loses nothing either.
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

/** Whether the process is a PostgreSQL server working in this folder. */
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
