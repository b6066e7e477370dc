import type { Queryable } from '../database/database.ts'
import { listen } from '../live/listener.ts'
import type { Session } from '../session/session.ts'
import type { TechnicalAccess } from '../session/technical-access.ts'

/** A cached session: everything that does not depend on a single request. */
export interface SessionRecord {
  userId: string
  expiresAt: number
  mustChangePassword: boolean
  functionCodes: ReadonlySet<string>
  /** Of a technical account. */
  technical?: TechnicalAccess
  session: Omit<Session, 'language' | 'requestId'>
}

export interface SessionCache {
  /** The live session of a token digest, or null. Queries the database at most once per 30 s and token. */
  find(tokenDigest: string): Promise<SessionRecord | null>
  /** Removes the user from this process's cache; other processes are notified by `announceSessionChange`. */
  forgetUser(userId: string): void
  forgetToken(tokenDigest: string): void
  forgetEverybody(): void
  close(): Promise<void>
}

const channel = 'kufang_session'
const keptMs = 30_000
const entriesMax = 10_000

/**
 * Notifies all processes at the commit of `tx` that sessions changed: permissions, password, revocation. After the
 * commit also call the app's own `sessionCache.forget...`, which needs no round trip.
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
 * Opens the cache, kept coherent across processes by LISTEN/NOTIFY. Without a listening connection nothing is cached,
 * so a revocation is missed at most for the lifetime of an entry.
 */
export async function openSessionCache(options: SessionCacheOptions): Promise<SessionCache> {
  const now = options.now ?? Date.now
  const entries = new Map<string, { record: SessionRecord; until: number }>()
  const loading = new Map<string, Promise<SessionRecord | null>>()
  // A record read before a change but received after it must not be cached: the epoch detects this.
  let epoch = 0
  // Without a listening connection nothing is cached.
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
