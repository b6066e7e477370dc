import type { Database, Queryable, Transaction } from './database.ts'

/** Names the database of a pool or transaction, for caches that a process keeps by database; null if it is unknown. */
export function databaseNameOf(
  queryable: Queryable & Partial<Pick<Database, 'connectionString'> & Pick<Transaction, 'client'>>,
): string | null {
  if (queryable.client !== undefined) {
    const { host, port, database } = queryable.client
    return `${host}:${port}/${database}`
  }
  const address =
    queryable.connectionString === undefined ? null : URL.parse(queryable.connectionString)
  if (address === null || address.hostname === '') return null
  return `${address.hostname}:${address.port === '' ? 5432 : address.port}/${decodeURIComponent(address.pathname.slice(1))}`
}
