import type { Database, Queryable } from '../database/database.ts'
import type { ContentStore } from './content-store.ts'

/** Hours in which something must refer to stored content. */
const unusedHours = 24

/**
 * Records that content is about to be stored under a digest, so that it is removed if nothing refers to it. Waits for a
 * removal of the same content under way.
 */
export async function noteStored(queryable: Queryable, key: string): Promise<void> {
  await queryable.query(
    `insert into stored_content (content_key) values ($1)
     on conflict (content_key) do update set stored_at = excluded.stored_at`,
    [key],
  )
}

const isOld = `stored_at < now() - make_interval(hours => ${unusedHours})`
/** What a day has passed of, and of it what attachments refer to, removed ones too: Citus has these on other machines. */
const oldAndAttached = `with old as materialized (select content_key, stored_at from stored_content where ${isOld}),
  attached as materialized (
    select distinct a.digest_sha256 as digest from old join attachment a on a.digest_sha256 = right(old.content_key, 64))`
/** Whether no person's picture refers to a row. */
const isNoPicture = `not exists (select from app_user
  where photo <> '' and photo like '/api/file/photo/' || right(content_key, 64) || '.%')`

/**
 * Removes content to which nothing refers a day after it was stored. Attachments refer for ever, so their content needs
 * no row any more; a picture may be replaced later.
 * @returns the number of contents removed
 */
export async function removeUnused(database: Database, content: ContentStore): Promise<number> {
  await database.query(
    `${oldAndAttached}
     delete from stored_content where ${isOld} and content_key like 'files/%'
       and right(content_key, 64) in (select digest from attached)`,
  )
  const found = await database.query<{ contentKey: string }>(
    `${oldAndAttached}
     select content_key from old where case when content_key like 'photos/%' then ${isNoPicture}
       else right(content_key, 64) not in (select digest from attached) end
     order by stored_at limit 1000`,
  )
  let removed = 0
  for (const { contentKey } of found) {
    // The row stays locked until the content is gone: whoever stores the same content waits, and stores it anew.
    await database.transaction(async (tx) => {
      const [row] = await tx.query(
        `delete from stored_content where content_key = $1 and ${isOld}
           and case when content_key like 'photos/%' then ${isNoPicture}
             else not exists (select 1 from attachment where digest_sha256 = right($1, 64)) end
         returning 1 as unused`,
        [contentKey],
      )
      if (row === undefined) return
      await content.remove(contentKey)
      removed += 1
    })
  }
  return removed
}
