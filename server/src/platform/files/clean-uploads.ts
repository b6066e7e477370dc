import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../database/database.ts'
import type { Settings } from '../settings.ts'
import { arrivingFolder } from './content-store.ts'
import { openContentStore } from './open-content-store.ts'
import { receivedDays } from './received-bytes.ts'
import { removeUnused } from './stored-content.ts'

/** Hours after which an abandoned or unused upload is removed. */
const keptHours = 24

/**
 * Removes abandoned uploads: their rows, their parts, and on this machine the files of interrupted requests; and pictures
 * and files to which nothing refers. Attachments are never removed.
 */
export async function cleanUploads(
  database: Database,
  settings: Settings,
): Promise<{ uploads: number; unused: number; leftovers: number }> {
  const content = openContentStore(settings)
  const stale = await database.query<{ id: string }>(
    `select id from file_upload where changed_at < now() - make_interval(hours => $1) order by changed_at limit 1000`,
    [keptHours],
  )
  let uploads = 0
  for (const { id } of stale) {
    // Each in its own transaction: an upload resumed meanwhile is kept, and a storage error affects only one.
    await database.transaction(async (tx) => {
      const gone = await tx.query(
        `delete from file_upload where id = $1 and changed_at < now() - make_interval(hours => $2) returning 1 as gone`,
        [id, keptHours],
      )
      if (gone.length === 0) return
      await content.removeUpload(id)
      uploads += 1
    })
  }
  await database.query(`delete from received_bytes where day < current_date - $1::integer`, [
    receivedDays,
  ])
  return {
    uploads,
    unused: await removeUnused(database, content),
    leftovers: await removeLeftovers(arrivingFolder(settings)),
  }
}

async function removeLeftovers(folder: string): Promise<number> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const before = Date.now() - keptHours * 3_600_000
  let removed = 0
  for (const name of names) {
    const path = join(folder, name)
    const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
      // Its request has just ended.
      if (error.code === 'ENOENT') return null
      throw error
    })
    if (found === null || found.mtimeMs >= before) continue
    await rm(path, { force: true })
    removed += 1
  }
  return removed
}
