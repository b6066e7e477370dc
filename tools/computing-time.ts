import { readFileSync } from 'node:fs'
import { afterAll } from 'vitest'

// Executed by vitest before each file: notes how long the file computes, which, unlike the time that passes, is the same
// on a busy machine. It includes the programs that the file starts and ends, such as browser and product, but not the
// PostgreSQL that all files of the server share.

declare module 'vitest' {
  interface TaskMeta {
    computingSeconds?: number
  }
}

/** Of this process and of its children that have ended, with theirs; without the children on other systems than Linux. */
function computingSeconds(): number {
  if (process.platform !== 'linux') {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  }
  const text = readFileSync('/proc/self/stat', 'utf8')
  // The name of the program, in parentheses, may contain spaces. User and system time, and both of the children, in ticks.
  const times = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return times.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond
}

/** On every Linux for which Node is made. */
const ticksPerSecond = 100
const before = computingSeconds()

// oxlint-disable-next-line no-empty-pattern -- vitest reads the names of fixtures from the pattern
afterAll(({}, suite) => {
  suite.file.meta.computingSeconds = computingSeconds() - before
})
