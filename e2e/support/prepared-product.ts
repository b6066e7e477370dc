import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { keepTemporaryFiles, makeRunFolder } from '../../server/src/platform/testing/run-folder.ts'
import { preparedVariable, runVariable } from './data-folder.ts'
import { startProduct } from './product.ts'

/**
 * Called by vitest once before all journeys: prepares an installation with the demonstration company, which each file
 * copies instead of preparing its own. Journeys that set the product up differently still start from nothing
 * (faults.e2e.ts).
 *
 * @returns what vitest calls after them
 */
export default async function setUp(): Promise<() => void> {
  if (process.env['KUFANG_E2E_ADDRESS'] !== undefined) return () => undefined
  const run = await makeRunFolder()
  process.env[runVariable] = run
  keepTemporaryFiles(join(run, 'temporary'))
  const product = await startProduct()
  await product.stop({ keepsData: true })
  process.env[preparedVariable] = product.dataFolder
  return () => rmSync(run, { recursive: true })
}
