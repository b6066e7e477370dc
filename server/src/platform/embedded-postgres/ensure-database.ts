import pg from 'pg'

/**
 * Creates a database in the cluster if it does not exist.
 * @param administration the URL of any database of the cluster, as a user with createdb
 * @param template the database it is a copy of, to which nobody is connected
 * @returns the URL of the database
 */
export async function ensureDatabase(
  administration: string,
  name: string,
  template = 'template1',
): Promise<string> {
  const client = new pg.Client({ connectionString: administration })
  await client.connect()
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [name])
    if (found.rows.length === 0) {
      await client.query(
        `create database ${client.escapeIdentifier(name)} template ${client.escapeIdentifier(template)}`,
      )
    }
  } finally {
    await client.end()
  }
  const address = new URL(administration)
  address.pathname = `/${name}`
  return address.href
}
