import { expect } from 'vitest'
import type { Database } from '../../platform/database/database.ts'
import type { World } from '../testing/world.ts'

/** By database, because a test may have tables of its own. */
const tablesQueries = new WeakMap<Database, string>()

/**
 * The row count and latest transaction id of each table: two equal results prove that nothing was written in between.
 * Every insert or update, even with equal values, has a higher transaction id; a delete lowers the count.
 */
export async function everything(world: World): Promise<Record<string, string>> {
  let text = tablesQueries.get(world.database)
  if (text === undefined) {
    const tables = await world.database.query<{ name: string }>(
      `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and has_table_privilege(c.oid, 'select') order by 1`,
    )
    expect(tables.length).toBeGreaterThan(30)
    text = tables
      .map(
        ({ name }) =>
          `select '${name}' as name, count(*) || ' rows, latest ' || coalesce(max(xmin::text::bigint), 0) as content from ${name}`,
      )
      .join(' union all ')
    tablesQueries.set(world.database, text)
  }
  // Prepared without values, it is planned once for its connection; planning takes longer than running it.
  const client = await world.database.pool.connect()
  try {
    const { rows } = await client.query<{ name: string; content: string }>({
      name: 'everything',
      text,
    })
    return Object.fromEntries(rows.map(({ name, content }) => [name, content]))
  } finally {
    client.release()
  }
}
