import type { Queryable } from '../database/database.ts'
import { listen } from '../live/listener.ts'
import type { Session } from '../session/session.ts'

/** A signed-in person as the cache keeps them: all of the session that no single request adds. */
export interface SessionRecord {
  userId: string
  expiresAt: number
  mustChangePassword: boolean
  functionCodes: ReadonlySet<string>
  session: Omit<Session, 'language' | 'requestId'>
}

export interface SessionCache {
  /** The live session of a token's digest, or null. Asks the database at most once per 30 s and token. */
  find(tokenDigest: string): Promise<SessionRecord | null>
  /** Drops what this process knows of a user; the other processes hear `announceSessionChange`. */
  forgetUser(userId: string): void
  forgetToken(tokenDigest: string): void
  forgetEverybody(): void
  close(): Promise<void>
}

const channel = 'kufang_session'
const keptMs = 30_000
const entriesMax = 10_000

/**
 * Tells every process, at the commit of `tx`, that sessions changed: rights, password, revocation.
 * After the commit also call the app's own `sessionCache.forget...`, which needs no round trip.
 */
export async function announceSessionChange(
  tx: Queryable,
  change: { userId: string } | { tokenDigest: string } | 'everybody',
): Promise<void> {
  const payload =
    change === 'everybody'
      ? change
      : 'userId' in change
        ? `user:${change.userId}`
        : `token:${change.tokenDigest}`
  await tx.query('select pg_notify($1, $2)', [channel, payload])
}

export interface SessionCacheOptions {
  connectionString: string
  load: (tokenDigest: string) => Promise<SessionRecord | null>
  onError: (error: unknown) => void
  now?: () => number
}

/**
 * Opens the cache, coherent across processes by LISTEN/NOTIFY. While the listening connection is
 * down nothing is cached, so a revocation can never be missed for longer than an entry lives.
 */
export async function openSessionCache(options: SessionCacheOptions): Promise<SessionCache> {
  const now = options.now ?? Date.now
  const entries = new Map<string, { record: SessionRecord; until: number }>()
  const loading = new Map<string, Promise<SessionRecord | null>>()
  // A record read before a change and arriving after it must not be kept: the epoch tells.
  let epoch = 0
  // While the line is down nothing is kept.
  let hears = false

  const forgetUser = (userId: string) => {
    epoch++
    loading.clear()
    for (const [digest, entry] of entries)
      if (entry.record.userId === userId) entries.delete(digest)
  }
  const forgetToken = (tokenDigest: string) => {
    epoch++
    loading.delete(tokenDigest)
    entries.delete(tokenDigest)
  }
  const forgetEverybody = () => {
    epoch++
    loading.clear()
    entries.clear()
  }

  const listening = listen(options.connectionString, [channel], {
    onNotice: (_channel, payload) => {
      const [kind, value = ''] = (payload ?? '').split(':')
      if (kind === 'user') forgetUser(value)
      else if (kind === 'token') forgetToken(value)
      else forgetEverybody()
      hears = true
    },
    onDeaf: () => {
      hears = false
      forgetEverybody()
    },
    onError: options.onError,
  })

  async function load(tokenDigest: string): Promise<SessionRecord | null> {
    const startedIn = epoch
    const record = await options.load(tokenDigest)
    if (record !== null && startedIn === epoch && hears) {
      if (entries.size >= entriesMax) entries.delete(entries.keys().next().value!)
      entries.set(tokenDigest, { record, until: now() + keptMs })
    }
    return record
  }

  try {
    await listening.ready
  } catch (error) {
    await listening.stop()
    throw error
  }

  return {
    async find(tokenDigest) {
      const entry = entries.get(tokenDigest)
      let record = entry !== undefined && entry.until > now() ? entry.record : null
      if (record === null) {
        entries.delete(tokenDigest)
        let pending = loading.get(tokenDigest)
        if (pending === undefined) {
          pending = load(tokenDigest).finally(() => {
            if (loading.get(tokenDigest) === pending) loading.delete(tokenDigest)
          })
          loading.set(tokenDigest, pending)
        }
        record = await pending
      }
      return record !== null && record.expiresAt > now() ? record : null
    },
    forgetUser,
    forgetToken,
    forgetEverybody,
    close: () => listening.stop(),
  }
}
