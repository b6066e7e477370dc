import type { Database } from '../platform/database/database.ts'

/** Runs ANALYZE: while tables without statistics grow, the plans of frequent statements become many times slower. */
export async function analyze(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query('reset role')
    await tx.query('analyze')
    await tx.query('set role kufang_app')
  })
}
