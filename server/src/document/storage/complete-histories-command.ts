import { completeHistories, historyProof } from './prove-history.ts'
import { openDatabase } from '../../platform/database/database.ts'

/*
 * npm run histories:complete
 * Compares the histories of items in the database DATABASE_URL with the lines of the documents, and records what differs:
 * after the proof `histories-equal-lines` failed, or after a restore. Exit code 0 if they are equal afterwards.
 */

/** So many differences are printed. */
const shownMax = 20

async function main(): Promise<number> {
  const connectionString = process.env['DATABASE_URL']
  if (!connectionString) throw new Error('DATABASE_URL is not set')
  const database = openDatabase({ connectionString, connectionsMax: 1 })
  try {
    const found = await historyProof.read(database, undefined, shownMax)
    for (const row of found) process.stdout.write(`${JSON.stringify(row)}\n`)
    await completeHistories(database)
    const left = await historyProof.read(database, undefined, shownMax)
    const most = found.length === shownMax ? 'at least ' : ''
    process.stdout.write(`${most}${found.length} differences, ${left.length} of them left\n`)
    return left.length === 0 ? 0 : 1
  } finally {
    await database.close()
  }
}

try {
  process.exitCode = await main()
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 2
}
