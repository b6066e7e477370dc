import { spawnSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'

/** A process as it can be recognised again after its number may have been given to another. */
export interface ProcessIdentity {
  pid: number
  /** When it started, as the operating system writes it; empty when that cannot be told. */
  started: string
}

/**
 * Names a running process so that a later run can tell it from a stranger with the same number
 * (numbers repeat after a restart of the machine or the container).
 */
export function identifyProcess(pid: number): ProcessIdentity {
  return { pid, started: startOf(pid) }
}

/** Whether exactly that process still runs. A process of another user counts as running. */
export function isRunning(identity: ProcessIdentity): boolean {
  if (!isAlive(identity.pid)) return false
  const started = startOf(identity.pid)
  return identity.started === '' || started === '' || started === identity.started
}

/** Whether any process has this number. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  return processState(pid) !== 'Z'
}

/** The folder a process works in, or undefined where the system does not tell (not Linux, not ours). */
export function workingFolderOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

/** The command line of a process, or an empty text when it is gone. */
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
  // Field 22 of /proc/PID/stat counts from the boot, so the boot belongs to it.
  const start = statFields(pid)?.[19]
  return start === undefined ? '' : `${start} ${bootId()}`
}

/** A killed child that nobody waited for yet still has its number; it is dead all the same. */
function processState(pid: number): string | undefined {
  return process.platform === 'linux' ? statFields(pid)?.[0] : undefined
}

/** The fields of /proc/PID/stat after the name, which may itself hold blanks and brackets. */
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
