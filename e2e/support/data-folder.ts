import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The environment variable with the folder of a run of journeys: set by its global setup. */
export const runVariable = 'KUFANG_E2E_RUN'
/** The same for the data folder prepared for all journeys. */
export const preparedVariable = 'KUFANG_E2E_PREPARED'

/** A new data folder: with the demonstration company as prepared, or empty. */
export function newDataFolder(isPrepared: boolean): string {
  // Figures are measured on the disk that a product has.
  const folder = mkdtempSync(join(process.env[runVariable] ?? tmpdir(), 'kufang-product-'))
  const prepared = process.env[preparedVariable]
  // As root, the database's files belong to another user, which only cp keeps.
  if (isPrepared && prepared !== undefined) execFileSync('cp', ['-a', `${prepared}/.`, folder])
  return folder
}
