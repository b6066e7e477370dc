import pg from 'pg'

/**
 * Makes a database in the cluster unless it is there.
 *
 * @param administration the address of any database of the cluster, as a user who may make others
 * @returns the address of the database
 */
export async function ensureDatabase(administration: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: administration })
  await client.connect()
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [name])
    if (found.rows.length === 0) {
      await client.query(`create database ${client.escapeIdentifier(name)}`)
    }
  } finally {
    await client.end()
  }
  const address = new URL(administration)
  address.pathname = `/${name}`
  return address.href
}
