import type pg from 'pg'
import { Pipeline, type Statement } from './pipeline.ts'
import type { Planning, Row, Transaction } from './queryable.ts'

/**
 * On Citus: what is written on several machines is committed on all or on none, also if one of them ends meanwhile.
 * `tools/citus/distribute.sql` says why the deletion of no row does that.
 */
const commitEverywhere = 'delete from commit_everywhere where id = 0'

/** A text without values is used in one place only, so preparing it gains nothing. */
const isPrepared = (values: readonly unknown[], planning: Planning = 'once') =>
  planning === 'once' && values.length > 0

/** Runs a single statement. */
export function runStatement(
  client: pg.ClientBase,
  text: string,
  values: readonly unknown[],
  planning?: Planning,
): Promise<Row[]> {
  return new Promise((done, failed) => {
    const statement = { text, values, isPrepared: isPrepared(values, planning), done, failed }
    client.query(new Pipeline([statement]))
  })
}

/**
 * A transaction on one connection. Writes are delayed until the next awaited statement, and statements issued together
 * are sent in one packet, because a round trip costs more than most statements. BEGIN is sent with the first statement,
 * COMMIT with the last.
 */
export class OpenTransaction implements Transaction {
  readonly client: pg.PoolClient
  readonly isDistributed: boolean
  readonly isRehearsal: boolean
  readonly tasks: (() => void | Promise<void>)[] = []
  readonly announcements: { channel: string; payload: string }[] = []
  readonly #lastTasks: (() => void)[] = []
  #waiting: Statement[]
  /** Statements in the next packet that others can still join, by their text and values. */
  readonly #joinable = new Map<
    string,
    { keys: Set<string>; items: string[]; rowsOf: Promise<Map<string, Row[]>> }
  >()
  /** The statements with which it begins, which alone need not be sent. */
  readonly #opening: number
  #isBegun = false
  #isFlushDue = false
  /** One of the delayed statements is awaited. */
  #isAsked = false
  /** A packet has been sent: further statements are sent together after its response. */
  #isUnderWay = false
  #isEnded = false
  #undo: (() => void)[] | undefined
  /** The first failed write; all later statements fail with its error. */
  #failure: { error: unknown } | undefined

  constructor(
    client: pg.PoolClient,
    how: { begin: string; isDistributed: boolean; isRehearsal?: boolean; mayWrite?: boolean },
  ) {
    this.client = client
    this.isDistributed = how.isDistributed
    this.isRehearsal = how.isRehearsal === true
    const texts =
      how.isDistributed && how.mayWrite === true ? [how.begin, commitEverywhere] : [how.begin]
    this.#waiting = texts.map((text) => ({
      text,
      values: [],
      isPrepared: true,
      done: () => {},
      failed: this.#fail,
    }))
    this.#opening = texts.length
  }

  readonly #fail = (error: unknown) => {
    this.#failure ??= { error }
  }

  /** Runs after the callers that awaited the response: what they issue next belongs to the next packet. */
  readonly #answered = () => {
    this.#isUnderWay = false
    queueMicrotask(() => {
      if (this.#isAsked) this.#flushSoon()
    })
  }

  beforeCommit(task: () => void): void {
    this.#lastTasks.push(task)
  }

  afterCommit(task: () => void | Promise<void>): void {
    this.tasks.push(task)
  }

  async attempt<T>(work: () => Promise<T>): Promise<T> {
    const undo: (() => void)[] = []
    this.#undo = undo
    await this.query('savepoint attempt')
    try {
      const result = await work()
      await this.query('release savepoint attempt')
      return result
    } catch (error) {
      for (const task of undo) task()
      await this.query('rollback to savepoint attempt')
      throw error
    } finally {
      this.#undo = undefined
    }
  }

  afterUndo(task: () => void): void {
    this.#undo?.push(task)
  }

  announce(channel: string, payload: string): void {
    this.announcements.push({ channel, payload })
  }

  write(text: string, values: readonly unknown[], onRows: (rows: Row[]) => void = () => {}): void {
    this.#assertOpen()
    // What is asked from here on is to see the write.
    this.#joinable.clear()
    this.#waiting.push({
      text,
      values,
      isPrepared: isPrepared(values),
      done: onRows,
      failed: this.#fail,
    })
  }

  async query<R extends object = Row>(
    text: string,
    values: readonly unknown[] = [],
    planning?: Planning,
  ): Promise<R[]> {
    this.#assertOpen()
    const rows = await new Promise<Row[]>((done, failed) => {
      this.#waiting.push({ text, values, isPrepared: isPrepared(values, planning), done, failed })
      this.#isAsked = true
      this.#flushSoon()
    })
    this.#assertWhole()
    return rows as R[]
  }

  async queryTogether<R extends object = Row>(
    text: string,
    values: readonly unknown[],
    key: string,
    keyOf: (row: R) => string,
    item: string = key,
  ): Promise<R[]> {
    const statement = JSON.stringify([text, values])
    let joined = this.#joinable.get(statement)
    if (joined === undefined) {
      // The statement reads the array when it is sent.
      const items: string[] = []
      const rowsOf = this.query<R>(text, [...values, items]).then((rows) =>
        Map.groupBy(rows, keyOf),
      )
      joined = { keys: new Set(), items, rowsOf: rowsOf as Promise<Map<string, Row[]>> }
      this.#joinable.set(statement, joined)
    }
    const isFirst = !joined.keys.has(key)
    if (isFirst) {
      joined.keys.add(key)
      joined.items.push(item)
    }
    const rows = ((await joined.rowsOf).get(key) ?? []) as R[]
    // Each caller may change its rows.
    return isFirst ? rows : rows.map((row) => ({ ...row }))
  }

  /** Sends all delayed writes and the commit together. Sends nothing if no statement was issued. */
  async commit(): Promise<void> {
    for (const task of this.#lastTasks) task()
    if (this.#isBegun || this.#waiting.length > this.#opening) await this.#sendCommit()
    this.#isEnded = true
  }

  async #sendCommit(): Promise<void> {
    const command = await new Promise<string>((done, failed) => {
      this.#waiting.push({
        text: 'commit',
        values: [],
        isPrepared: true,
        done: (_rows, text) => done(text),
        failed,
      })
      this.#isAsked = true
      this.#flush()
    })
    this.#assertWhole()
    if (command !== 'COMMIT') throw new Error('the transaction was rolled back by the database')
  }

  async rollback(): Promise<void> {
    const unsent = this.#waiting
    this.#waiting = []
    this.#isEnded = true
    for (const statement of unsent) statement.failed(new Error('the transaction was rolled back'))
    if (this.#isBegun) await this.client.query('rollback')
  }

  /**
   * Runs after all settled promises, when no more statements can be issued without a response, so that statements of
   * concurrent functions form one pipeline.
   */
  #flushSoon(): void {
    if (this.#isFlushDue) return
    this.#isFlushDue = true
    process.nextTick(() => {
      this.#isFlushDue = false
      this.#flush()
    })
  }

  #flush(): void {
    if (this.#waiting.length === 0 || this.#isUnderWay) return
    const statements = this.#waiting
    this.#waiting = []
    this.#joinable.clear()
    this.#isBegun = true
    this.#isUnderWay = true
    this.#isAsked = false
    this.client.query(new Pipeline(statements, this.#answered))
  }

  #assertOpen(): void {
    if (this.#isEnded) throw new Error('the transaction has ended: nothing can be asked of it')
  }

  #assertWhole(): void {
    if (this.#failure !== undefined) throw this.#failure.error
  }
}
