import type { AnyDocument } from '../../../packages/contract/src/document/declare/define-document.ts'
import { documents } from '../../../packages/contract/src/registry.ts'
import type { Database } from '../../../server/src/platform/database/database.ts'
import { amountsOf } from './documents.ts'

/** The recognisable amount: no quantity or number contains it. */
export const plantedAmount = '987654.32'

/**
 * Sets all amounts to the recognisable one: columns of documents and stock, and the amounts in audit entries of
 * documents. Triggers are off, because moves, months and audit entries cannot be changed otherwise.
 */
export async function plantAmounts(database: Database): Promise<void> {
  const names = Object.values<AnyDocument>(documents).flatMap(({ header, lines }) =>
    amountsOf(header, lines),
  )
  const columns = await database.query<{ table: string; column: string }>(
    `select c.table_name as table, c.column_name as column from information_schema.columns c
     join pg_tables t on t.tablename = c.table_name and t.schemaname = c.table_schema
     where c.table_schema = 'public' and c.data_type = 'numeric' and c.column_name ~ '(amount|value|price)$'`,
  )
  await database.transaction(async (tx) => {
    // As the owner of the tables.
    await tx.query('set local role none')
    await tx.query('set local session_replication_role = replica')
    for (const { table, column } of columns)
      await tx.query(
        // Moves and months without an amount stay without: its source is a column of its own.
        `update ${table} set ${column} = $1 where ${column} is not null or '${table}' !~ '^stock_(move|period)'`,
        [plantedAmount],
      )
    for (const column of ['before', 'after'])
      await tx.query(
        `update audit_entry set ${column} = regexp_replace(${column}::text, $1, $2, 'g')::jsonb`,
        [
          `"(${[...new Set(names)].join('|')})": ("[^"]*"|[-.0-9]+|null)`,
          `"\\1": "${plantedAmount}"`,
        ],
      )
  })
}
