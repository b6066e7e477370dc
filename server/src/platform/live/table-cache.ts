import type { Logger } from 'pino'
import { databaseNameOf } from '../database/database-name.ts'
import type { Database, Queryable } from '../database/database.ts'
import { listen } from './listener.ts'

/** A small table in the memory of each process that follows it. */
export interface TableCache<Rows> {
  /** Follows a database until it is stopped. */
  start(database: Database, log: Logger): { stop(): Promise<void> }
  /** The rows; null while they are unknown, undefined where this process does not follow the database. */
  known(queryable: Queryable): Rows | null | undefined
  /**
   * In the process that changed rows, after the commit: they are unknown until they are read again, which begins now. The
   * notification may have come before, and what is being read for it counts no longer.
   */
  forget(queryable: Queryable): void
}

interface Kept<Rows> {
  rows: Rows | null
  /** Counts changes: rows that were read before a change and arrive after it are not kept. */
  epoch: number
  reload: () => void
}

/**
 * Keeps rows that every act needs and that change rarely, coherent across processes by LISTEN/NOTIFY. From a change
 * until they are read again they are unknown, and whoever needs them asks the database: rows from before a change are
 * never taken for current ones. They are read in the background, never by a transaction, which could wait for a
 * connection indefinitely.
 * @param what for the log
 * @param read is called at the start and after each notification
 */
export function tableCache<Rows>({
  channel,
  what,
  read,
}: {
  channel: string
  what: string
  read: (database: Database) => Promise<Rows>
}): TableCache<Rows> {
  const caches = new Map<string, Kept<Rows>>()
  const keptOf = (queryable: Queryable): Kept<Rows> | undefined => {
    const name = databaseNameOf(queryable)
    return name === null ? undefined : caches.get(name)
  }
  const forget = (kept: Kept<Rows>): number => {
    kept.rows = null
    return ++kept.epoch
  }
  return {
    start(database, log) {
      const name = databaseNameOf(database)
      if (name === null) return { stop: async () => undefined }
      // Otherwise changes of other processes would not be heard of.
      let isListening = false
      const reload = () => {
        const epoch = forget(kept)
        read(database).then((rows) => {
          if (isListening && epoch === kept.epoch) kept.rows = rows
        }, onError)
      }
      const kept: Kept<Rows> = { rows: null, epoch: 0, reload }
      caches.set(name, kept)
      const onError = (error: unknown) => {
        forget(kept)
        log.error({ err: error }, `${what} are read without cache`)
      }
      const listening = listen(database.connectionString, [channel], {
        onNotice: () => {
          isListening = true
          reload()
        },
        onError,
        onDeaf: () => {
          isListening = false
          forget(kept)
        },
      })
      return {
        async stop() {
          // Several apps of a process may share a database, in tests.
          if (caches.get(name) === kept) caches.delete(name)
          forget(kept)
          await listening.stop()
        },
      }
    },
    known(queryable) {
      return keptOf(queryable)?.rows
    },
    forget(queryable) {
      keptOf(queryable)?.reload()
    },
  }
}
