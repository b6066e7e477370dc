import pg from 'pg'
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
export async function sweep(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query('vacuum (analyze)')
  } finally {
    await client.end()
  }
}
