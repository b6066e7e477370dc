import pg from 'pg'

/**
 * Runs one statement on a connection of its own as the user of the URL, outside of a transaction: for tools that create
 * databases and settings, which the application's role may not.
 */
export async function administer<R extends pg.QueryResultRow>(
  connectionString: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<R[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    // Without values it may be a script.
    const { rows } = await (values.length === 0
      ? client.query<R>(text)
      : client.query<R>(text, [...values]))
    return rows
  } finally {
    await client.end()
  }
}
