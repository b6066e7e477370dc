import type { Queryable } from '../platform/database/database.ts'
import type { ServerContext } from '../platform/http/context.ts'
import { tableCache } from '../platform/live/table-cache.ts'
import type { StoredParameter } from './parameter-rows.ts'
import { readStoredParameters } from './parameter-rows.ts'

const cache = tableCache<readonly StoredParameter[]>({
  channel: 'kufang_business_parameter',
  what: 'business parameters',
  read: (database) => readStoredParameters(database, null),
})

/** Keeps the parameters of a database in the memory of this process. */
export async function startParameterCache({
  database,
  log,
}: ServerContext): Promise<{ stop(): Promise<void> }> {
  return cache.start(database, log)
}

/** The cached rows of this database, or null: every reader then queries the database. */
export function cachedParameters(queryable: Queryable): readonly StoredParameter[] | null {
  return cache.known(queryable) ?? null
}

/** In the process that changed a parameter: invalidates the cache before the notification arrives. */
export const forgetParameters = (queryable: Queryable): void => cache.forget(queryable)
