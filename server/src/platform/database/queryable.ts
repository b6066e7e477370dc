import type pg from 'pg'

/** A row as returned: column names in camelCase. */
export type Row = Record<string, unknown>

/**
 * How a statement is planned: `once` per connection, whatever its values are (after a few times), which saves the time for
 * it; or `anew` for its values each time, for a search whose best way depends on them: a plan for any day, place or
 * text reads many times the rows that one for this day does.
 */
export type Planning = 'once' | 'anew'

/** The pool, or an open transaction. */
export interface Queryable {
  /** Whether the database is one of Citus, where the rows of different companies are on different machines. */
  readonly isDistributed: boolean
  /**
   * Runs one statement and returns its rows with columns in camelCase. Statements are prepared once per connection and
   * text, so use constant texts (values as parameters, arrays instead of lists). Statements of a transaction issued
   * together (`Promise.all`) are sent in one packet.
   */
  query<R extends object = Row>(
    text: string,
    values?: readonly unknown[],
    planning?: Planning,
  ): Promise<R[]>
  /**
   * Notifies all processes with NOTIFY shortly after the commit, never after a rollback. A hint only: see `Announcer`.
   */
  announce(channel: string, payload: string): void
}

export interface Transaction extends Queryable {
  /** The transaction is rolled back in any case (`Database.rehearse`), so it must not take what others wait for. */
  readonly isRehearsal: boolean
  /**
   * Runs one statement whose rows are not awaited: it is sent with the next awaited statement or the commit. If it
   * fails, that one fails with its error, and so does the transaction; any other condition must be checked in the
   * statement itself.
   * @param onRows receives its rows before the commit
   */
  write(text: string, values: readonly unknown[], onRows?: (rows: Row[]) => void): void
  /**
   * Asks about one of several objects: what is asked with the same text and values before the next packet is sent, is
   * one statement. Its last parameter is an array with the keys of all of them; of its rows the caller receives those of
   * its own key. For functions that are called for many documents at once (`Promise.all`) and read the same of each.
   * @param keyOf the key of a row
   * @param item what the array has instead of the key, such as the row to insert, if the key is an id within it
   */
  queryTogether<R extends object = Row>(
    text: string,
    values: readonly unknown[],
    key: string,
    keyOf: (row: R) => string,
    item?: string,
  ): Promise<R[]>
  /**
   * Runs when the work of the transaction has ended, once, for what follows from all of it; it may only `write`, which is
   * sent with the commit. Never for a rehearsal or after a failure.
   */
  beforeCommit(task: () => void): void
  /** Runs after a successful commit; an error there is only logged. */
  afterCommit(task: () => void | Promise<void>): void
  /**
   * Runs work that can be undone without the rest of the transaction: if it throws, its statements are rolled back to a
   * savepoint, and the error is thrown on. Not nested.
   */
  attempt<T>(work: () => Promise<T>): Promise<T>
  /** Runs if the attempt under way is undone, to forget what was remembered of it; never outside an attempt. */
  afterUndo(task: () => void): void
  readonly client: pg.PoolClient
}

/** Runs a statement whose rows are not needed: in a transaction with the next statement, otherwise immediately. */
export async function writeTo(
  queryable: Queryable,
  text: string,
  values: readonly unknown[],
): Promise<void> {
  if ('write' in queryable) (queryable as Transaction).write(text, values)
  else await queryable.query(text, values)
}
