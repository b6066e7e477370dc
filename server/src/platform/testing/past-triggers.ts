import type { ClientBase, Pool } from 'pg'

/**
 * Runs statements of the owner in one transaction past all triggers, such as those of append-only tables: what a test makes
 * of the past. Also on the machines of a cluster, which take settings from a transaction only.
 */
export async function pastTriggers(
  client: ClientBase,
  work: (client: ClientBase) => Promise<void>,
): Promise<void> {
  await client.query('begin')
  await client.query(
    `set local role none; set local citus.propagate_set_commands to 'local'; set local session_replication_role = replica`,
  )
  await work(client)
  await client.query('commit')
}

/** The same on a connection of the product's own pool. */
export async function pastTriggersOf(
  pool: Pool,
  work: (client: ClientBase) => Promise<void>,
): Promise<void> {
  const client = await pool.connect()
  try {
    await pastTriggers(client, work)
  } finally {
    client.release()
  }
}
