import pg from 'pg'
import { expect } from 'vitest'
import type { World } from '../testing/world.ts'

/** The connection of each world that reads the contents of its tables. By database, because worlds may share one. */
const readers = new WeakMap<World['database'], Promise<pg.Client>>()

/**
 * The row count and latest transaction id of each table that has rows: two equal results prove that nothing was written
 * in between. Every insert or update, even with equal values, has a higher transaction id; a delete lowers the count.
 */
export async function everything(world: World): Promise<Record<string, string>> {
  let reader = readers.get(world.database)
  if (reader === undefined) {
    reader = openReader(world)
    readers.set(world.database, reader)
  }
  const { rows } = await (
    await reader
  ).query<{ name: string; content: string }>({
    name: 'everything',
    text: 'select * from pg_temp.everything()',
  })
  return Object.fromEntries(rows.map(({ name, content }) => [name, content]))
}

/**
 * Planning takes far longer than reading, so there is one connection with one planned statement per table: when
 * PostgreSQL analyses a table, only the statement of that table is planned anew. Three tables of four have no file
 * content, which is asked far faster than counting; a partitioned table never has, nor has one on Citus.
 */
async function openReader(world: World): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: world.database.connectionString })
  await client.connect()
  world.onClose(() => client.end())
  // Only this connection has the function: on Citus the other machines must not get it.
  await client.query('set citus.enable_ddl_propagation to off')
  const { rows: tables } = await client.query<{ name: string; hasFile: boolean }>(
    `select c.relname as name, c.relkind = 'r' and not exists (select from pg_extension where extname = 'citus') as "hasFile"
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  )
  expect(tables.length).toBeGreaterThan(30)
  const statements = tables.map(({ name, hasFile }) => {
    const counted = `return query select '${name}', count(*) || ' rows, latest ' || max(xmin::text::bigint) from ${name}
      having count(*) > 0;`
    return hasFile ? `if pg_relation_size('${name}') > 0 then ${counted} end if;` : counted
  })
  // Stable: all statements read one snapshot.
  await client.query(
    `create function pg_temp.everything() returns table (name text, content text) language plpgsql stable
     as $$ begin ${statements.join('\n')} end $$`,
  )
  return client
}
