import type { Database } from '../server/src/platform/database/database.ts'

/** After every bulk load: without statistics the plans of hot statements are a hundred times slower. */
export async function analyze(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query('reset role')
    await tx.query('analyze')
    await tx.query('set role kufang_app')
  })
}

/** Sweeps up what was left behind, so that what is measured next does not share the machine with the sweeping. */
export async function sweep(database: Database): Promise<void> {
  // Not in a transaction, so on a line of its own.
  const line = await database.pool.connect()
  try {
    await line.query('reset role')
    await line.query('vacuum (analyze)')
    await line.query('set role kufang_app')
  } finally {
    line.release()
  }
}
