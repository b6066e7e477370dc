import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Linux counts in hundredths of a second. */
const ticksPerSecond = 100

/** Whether this machine tells the computing time of processes, as Linux does. */
export const canReadCpuTime = existsSync('/proc/self/stat')

/** Computing time of a PostgreSQL so far: its main process, its children, and those that have ended; seconds. */
export function cpuSeconds(pid: number): number {
  let ticks = 0
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const fields = fieldsOf(Number(name))
    if (fields === undefined) continue
    // The fourth to the last of these are of children that have ended.
    const [parent, user, system, userOfEnded, systemOfEnded] = fields
    if (Number(name) === pid) ticks += user + system + userOfEnded + systemOfEnded
    else if (parent === pid) ticks += user + system
  }
  return ticks / ticksPerSecond
}

function fieldsOf(pid: number): [number, number, number, number, number] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the program, in parentheses, may contain anything.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return [1, 11, 12, 13, 14].map((index) => Number(fields[index])) as [
      number,
      number,
      number,
      number,
      number,
    ]
  } catch {
    // It has ended meanwhile.
    return undefined
  }
}
