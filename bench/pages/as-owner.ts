import type { Database, Transaction } from '../../server/src/platform/database/database.ts'

/** Runs a transaction as the owner of the tables: the application's role may not change them. */
export function asOwner<T>(database: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return database.transaction(async (tx) => {
    await tx.query('reset role')
    const result = await work(tx)
    await tx.query('set role kufang_app')
    return result
  })
}
