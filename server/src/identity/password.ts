import { hash, parseOptions, verify } from '@node-rs/argon2'
import { refuse } from '@kufang/kernel/refusal.ts'

/** OWASP's first recommendation for Argon2id: 19 MiB, two passes, one lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 }
/** Hashing uses the four threads of libuv, which files need too, so at most two run concurrently. */
const runningMax = 2
const waitingMax = 200

let running = 0
const waiting: (() => void)[] = []

/** Limits concurrent work; with a long queue it refuses `rate-limited`. */
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
 * Whether the password matches the hash. For null (unknown account) a dummy hash is verified, so that the response time
 * reveals nothing.
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

/** Whether a hash was made with other parameters than the current ones. */
export function isOutdated(passwordHash: string): boolean {
  const used = parseOptions(passwordHash)
  return (
    used.memoryCost !== parameters.memoryCost ||
    used.timeCost !== parameters.timeCost ||
    used.parallelism !== parameters.parallelism
  )
}
