import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the repository. */
const repository = fileURLToPath(new URL('../../..', import.meta.url))

/**
 * Where a file or folder of other people's data is, which is beside the repository and never part of it:
 * `../shared/data`, or the same beside a folder above it (a worktree). Null if this machine does not have it.
 * @param path from there, such as `bpi2019/activity_counts.csv`
 */
export function sharedData(path: string): string | null {
  for (let folder = dirname(repository.replace(/\/$/, '')); ; folder = dirname(folder)) {
    const found = join(folder, 'shared', 'data', path)
    if (existsSync(found)) return found
    if (folder === dirname(folder)) return null
  }
}
