import { spawnSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'

/** Identifies a process even after its pid was reused. */
export interface ProcessIdentity {
  pid: number
  /** The start time as reported by the operating system; empty if unknown. */
  started: string
}

/**
 * Identifies a running process, so that a later run can distinguish it from another with the same pid (pids repeat
 * after a restart of the machine or container).
 */
export function identifyProcess(pid: number): ProcessIdentity {
  return { pid, started: startOf(pid) }
}

/** Whether exactly this process is running. A process of another user counts as running. */
export function isRunning(identity: ProcessIdentity): boolean {
  if (!isAlive(identity.pid)) return false
  const started = startOf(identity.pid)
  return identity.started === '' || started === '' || started === identity.started
}

/** Whether any process has this pid. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  return processState(pid) !== 'Z'
}

/** The working directory of a process; undefined if unknown (not Linux, or another user's). */
export function workingFolderOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

/** The command line of a process; empty if it has ended. */
export function commandOf(pid: number): string {
  if (process.platform === 'linux') {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
    } catch {
      return ''
    }
  }
  return askPs(pid, 'command=')
}

function startOf(pid: number): string {
  if (process.platform !== 'linux') return askPs(pid, 'lstart=')
  // Field 22 of /proc/PID/stat counts from boot, so the boot id is included.
  const start = statFields(pid)?.[19]
  return start === undefined ? '' : `${start} ${bootId()}`
}

/** A killed child that was not waited for is a zombie: it keeps its pid but is dead. */
function processState(pid: number): string | undefined {
  return process.platform === 'linux' ? statFields(pid)?.[0] : undefined
}

/** The fields of /proc/PID/stat after the name, which may contain blanks and brackets. */
function statFields(pid: number): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}

function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return ''
  }
}

function askPs(pid: number, column: string): string {
  return (
    spawnSync('ps', ['-o', column, '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() ?? ''
  )
}
