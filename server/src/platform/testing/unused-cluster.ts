import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { findBinaries } from '../embedded-postgres/binaries.ts'
import { prepareCluster } from '../embedded-postgres/cluster.ts'
import { chooseAccount } from '../embedded-postgres/unprivileged-account.ts'
import { folderVariable } from './cluster.ts'

/** Made once per worker. */
let unused: string | undefined

/**
 * Puts a copy of a cluster that was never started into the data folder, where `startEmbeddedPostgres` finds it. For
 * tests that are not about its creation, which takes twice as long as the copy.
 * @throws if the global setup did not run (vitest.config.ts names it for the project `server`)
 */
export function copyUnusedCluster(dataFolder: string): void {
  unused ??= makeCluster()
  mkdirSync(dataFolder, { recursive: true })
  // Unlike cpSync it keeps the account that owns the files.
  const { status, stderr } = spawnSync('cp', ['-a', `${unused}/.`, dataFolder], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`the cluster was not copied to ${dataFolder}: ${stderr}`)
}

function makeCluster(): string {
  const run = process.env[folderVariable]
  if (run === undefined) throw new Error(`${folderVariable} is not set: run this with vitest`)
  const folder = mkdtempSync(join(run, 'unused-'))
  const account = chooseAccount()
  prepareCluster(folder, findBinaries(account), account, false)
  return folder
}
