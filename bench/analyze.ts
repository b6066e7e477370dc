import type { Database } from '../server/src/platform/database/database.ts'

/** Runs ANALYZE after a bulk load: without statistics the plans of frequent statements are a hundred times slower. */
export async function analyze(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query('reset role')
    await tx.query('analyze')
    await tx.query('set role kufang_app')
  })
}

/** Runs VACUUM, so that autovacuum does not run during the next measurement. */
export async function sweep(database: Database): Promise<void> {
  // VACUUM cannot run in a transaction, so it uses its own connection.
  const line = await database.pool.connect()
  try {
    await line.query('reset role')
    await line.query('vacuum (analyze)')
    await line.query('set role kufang_app')
  } finally {
    line.release()
  }
}
