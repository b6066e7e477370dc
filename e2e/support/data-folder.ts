import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The environment variable with the data folder prepared for all journeys: set by the global setup. */
export const preparedVariable = 'KUFANG_E2E_PREPARED'

/** A new data folder: with the demonstration company as prepared, or empty. */
export function newDataFolder(isPrepared: boolean): string {
  const folder = mkdtempSync(join(tmpdir(), 'kufang-e2e-'))
  const prepared = process.env[preparedVariable]
  // As root, the database's files belong to another user, which only cp keeps.
  if (isPrepared && prepared !== undefined) execFileSync('cp', ['-a', `${prepared}/.`, folder])
  return folder
}
