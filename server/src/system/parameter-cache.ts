import { databaseNameOf } from '../platform/database/database-name.ts'
import type { Queryable } from '../platform/database/database.ts'
import { listen } from '../platform/live/listener.ts'
import type { ServerContext } from '../platform/http/context.ts'
import type { StoredParameter } from './parameter-rows.ts'
import { readStoredParameters } from './parameter-rows.ts'

const channel = 'kufang_business_parameter'

interface Cached {
  /** null while unknown: every reader then queries the database. */
  rows: readonly StoredParameter[] | null
  /** Counts changes: rows read before a change and received after it are not cached. */
  epoch: number
}

const caches = new Map<string, Cached>()

/**
 * Caches the parameters of a database, coherent across processes by LISTEN/NOTIFY. Rows are reloaded in the background,
 * never by a reader in a transaction, which could wait for a connection indefinitely.
 */
export async function startParameterCache({
  database,
  log,
}: ServerContext): Promise<{ stop(): Promise<void> }> {
  const name = databaseNameOf(database)
  if (name === null) return { stop: async () => undefined }
  const cached: Cached = { rows: null, epoch: 0 }
  caches.set(name, cached)
  const onDeaf = () => {
    cached.rows = null
    cached.epoch++
  }
  const onError = (error: unknown) => {
    onDeaf()
    log.error({ err: error }, 'business parameters are read without cache')
  }
  const reload = () => {
    cached.rows = null
    const epoch = ++cached.epoch
    readStoredParameters(database, null).then((rows) => {
      if (epoch === cached.epoch) cached.rows = rows
    }, onError)
  }
  const listening = listen(database.connectionString, [channel], {
    onNotice: reload,
    onError,
    onDeaf,
  })
  return {
    async stop() {
      caches.delete(name)
      cached.epoch++
      await listening.stop()
    },
  }
}

/** The cached rows of this database, or null. */
export function cachedParameters(queryable: Queryable): readonly StoredParameter[] | null {
  const name = databaseNameOf(queryable)
  return name === null ? null : (caches.get(name)?.rows ?? null)
}

/** In the process that changed a parameter: invalidates the cache before the notification arrives. */
export function forgetParameters(queryable: Queryable): void {
  const name = databaseNameOf(queryable)
  const cached = name === null ? undefined : caches.get(name)
  if (cached === undefined) return
  cached.rows = null
  cached.epoch++
}
