import type pg from 'pg'

/** A row as it leaves the database: column names in camelCase. */
export type Row = Record<string, unknown>

/** Anything statements can be sent to: the pool, or an open transaction. */
export interface Queryable {
  /**
   * Runs one statement and returns its rows, columns in camelCase. Statements are prepared once per
   * connection and text, so build texts that repeat (values as parameters, arrays instead of lists). What
   * is asked of a transaction in one go (`Promise.all`) travels together.
   */
  query<R extends object = Row>(text: string, values?: readonly unknown[]): Promise<R[]>
  /**
   * Tells all processes of something by NOTIFY, shortly after what was written is committed, never when it is
   * rolled back. A hint only: see `Announcer`.
   */
  announce(channel: string, payload: string): void
}

export interface Transaction extends Queryable {
  /**
   * Runs one statement whose rows nobody waits for: it travels with the next one that is waited for, or
   * with the commit. When it fails, that one fails with its error, and
   * the transaction with it; what else must be true of it is checked in the statement itself.
   *
   * @param onRows gets its rows before the commit, for what is done after it
   */
  write(text: string, values: readonly unknown[], onRows?: (rows: Row[]) => void): void
  /** Runs after the commit succeeded; an error there is logged, it cannot undo the commit. */
  afterCommit(task: () => void | Promise<void>): void
  readonly client: pg.PoolClient
}

/** Runs a statement whose rows nobody needs: in a transaction with the next one, elsewhere at once. */
export async function writeTo(
  queryable: Queryable,
  text: string,
  values: readonly unknown[],
): Promise<void> {
  if ('write' in queryable) (queryable as Transaction).write(text, values)
  else await queryable.query(text, values)
}
