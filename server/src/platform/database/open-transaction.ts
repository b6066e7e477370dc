import type pg from 'pg'
import { Pipeline, type Statement } from './pipeline.ts'
import type { Row, Transaction } from './queryable.ts'

/** A text without values is written for its one place: preparing it would be of no use to anyone. */
const isPrepared = (values: readonly unknown[]) => values.length > 0

/** One statement alone. */
export function runStatement(
  client: pg.ClientBase,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  return new Promise((done, failed) => {
    client.query(new Pipeline([{ text, values, isPrepared: isPrepared(values), done, failed }]))
  })
}

/**
 * A transaction on one connection. What is written waits for the next statement whose rows somebody waits
 * for, and what is asked in one go travels together: a round trip costs more than most statements. The
 * beginning travels with the first statement, the commit with the last.
 */
export class OpenTransaction implements Transaction {
  readonly client: pg.PoolClient
  readonly tasks: (() => void | Promise<void>)[] = []
  readonly announcements: { channel: string; payload: string }[] = []
  #waiting: Statement[]
  #isBegun = false
  #isFlushDue = false
  /** Somebody waits for one of the waiting statements. */
  #isAsked = false
  /** A packet is on its way: what is asked meanwhile leaves together, when it was answered. */
  #isUnderWay = false
  #isEnded = false
  /** The first write that failed: what comes after it has the same fate. */
  #failure: { error: unknown } | undefined

  constructor(client: pg.PoolClient, begin: string) {
    this.client = client
    this.#waiting = [
      { text: begin, values: [], isPrepared: true, done: () => {}, failed: this.#fail },
    ]
  }

  readonly #fail = (error: unknown) => {
    this.#failure ??= { error }
  }

  /** Behind those who were waiting for the answer: what they ask next belongs to the next packet. */
  readonly #answered = () => {
    this.#isUnderWay = false
    queueMicrotask(() => {
      if (this.#isAsked) this.#flushSoon()
    })
  }

  afterCommit(task: () => void | Promise<void>): void {
    this.tasks.push(task)
  }

  announce(channel: string, payload: string): void {
    this.announcements.push({ channel, payload })
  }

  write(text: string, values: readonly unknown[], onRows: (rows: Row[]) => void = () => {}): void {
    this.#assertOpen()
    this.#waiting.push({
      text,
      values,
      isPrepared: isPrepared(values),
      done: onRows,
      failed: this.#fail,
    })
  }

  async query<R extends object = Row>(text: string, values: readonly unknown[] = []): Promise<R[]> {
    this.#assertOpen()
    const rows = await new Promise<Row[]>((done, failed) => {
      this.#waiting.push({ text, values, isPrepared: isPrepared(values), done, failed })
      this.#isAsked = true
      this.#flushSoon()
    })
    this.#assertWhole()
    return rows as R[]
  }

  /** Everything written, then the commit, in one go. Nothing was asked: nothing is sent. */
  async commit(): Promise<void> {
    if (this.#isBegun || this.#waiting.length > 1) await this.#sendCommit()
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
   * When nothing more can be asked before an answer is there, so that questions of several functions at work
   * side by side make one pipeline: behind all promises that are already settled.
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
