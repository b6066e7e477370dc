import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProduct } from './product.ts'

const variable = 'KUFANG_E2E_PREPARED'

/**
 * Called by vitest once before all journeys: prepares an installation with the demonstration company, which each file
 * copies instead of preparing its own. Journeys that set the product up differently still start from nothing
 * (faults.e2e.ts).
 *
 * @returns what vitest calls after them
 */
export default async function setUp(): Promise<() => void> {
  if (process.env['KUFANG_E2E_ADDRESS'] !== undefined) return () => undefined
  const product = await startProduct()
  await product.stop({ keepsData: true })
  process.env[variable] = product.dataFolder
  return () => rmSync(product.dataFolder, { recursive: true })
}

/** A new data folder: with the demonstration company as prepared, or empty. */
export function newDataFolder(isPrepared: boolean): string {
  const folder = mkdtempSync(join(tmpdir(), 'kufang-e2e-'))
  const prepared = process.env[variable]
  // As root, the database's files belong to another user, which only cp keeps.
  if (isPrepared && prepared !== undefined) execFileSync('cp', ['-a', `${prepared}/.`, folder])
  return folder
}
