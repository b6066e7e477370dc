import { hash, parseOptions, verify } from '@node-rs/argon2'
import { refuse } from '@kufang/kernel/refusal.ts'

/** OWASP's first choice for Argon2id: 19 MiB, two passes, one lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 }
/** Hashing runs on libuv's threads, four of them for files too: two at a time leave room. */
const runningMax = 2
const waitingMax = 200

let running = 0
const waiting: (() => void)[] = []

/** Runs work off the event loop, few at a time; beyond a long queue it refuses `rate-limited`. */
async function withTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= runningMax) {
    if (waiting.length >= waitingMax) throw refuse('rate-limited', { seconds: 5 })
    await new Promise<void>((turn) => waiting.push(turn))
  } else {
    running++
  }
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next === undefined) running--
    else next()
  }
}

export function hashPassword(password: string): Promise<string> {
  return withTurn(() => hash(password, parameters))
}

let nobody: Promise<string> | undefined

/**
 * Whether the password is the one of the hash. Null stands for an account that does not exist: the
 * same work is done against a hash of nothing, so that the time tells nothing.
 */
export async function verifyPassword(
  passwordHash: string | null,
  password: string,
): Promise<boolean> {
  nobody ??= hashPassword('nobody has this password')
  const compared = passwordHash ?? (await nobody)
  const matches = await withTurn(() => verify(compared, password))
  return matches && passwordHash !== null
}

/** Whether a hash was made with other parameters than today's. */
export function isOutdated(passwordHash: string): boolean {
  const used = parseOptions(passwordHash)
  return (
    used.memoryCost !== parameters.memoryCost ||
    used.timeCost !== parameters.timeCost ||
    used.parallelism !== parameters.parallelism
  )
}
