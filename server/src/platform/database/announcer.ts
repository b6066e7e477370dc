import type { Queryable } from './queryable.ts'

/** What happens together is told together; people and senders do not notice this long. */
const gatherMs = 25
/** Beyond so many a batch is split: a statement of any length would hold the channel for all others. */
const batchMax = 1000

/** Tells a batch; runs by itself, at no request's expense. */
export const announcement = `select pg_notify(said.channel, said.payload) from unnest($1::text[], $2::text[]) as said (channel, payload)`

/**
 * Tells all processes what was committed, by NOTIFY: gathered, in a transaction of its own. A transaction
 * that notifies itself commits alone: PostgreSQL lets one of them through at a time, to the disk and back,
 * so that business would wait for business it has nothing to do with.
 *
 * What is announced is a hint, never the only way to learn of a thing: a process that dies between commit
 * and announcement takes it along.
 */
export class Announcer {
  readonly #queryable: Pick<Queryable, 'query'>
  readonly #onError: (error: unknown) => void
  #gathered = new Map<string, { channel: string; payload: string }>()
  #timer: NodeJS.Timeout | undefined
  #sending: Promise<void> = Promise.resolve()

  constructor(queryable: Pick<Queryable, 'query'>, onError: (error: unknown) => void) {
    this.#queryable = queryable
    this.#onError = onError
  }

  /** To be called once the thing is committed; the same thing is told once. */
  announce(channel: string, payload: string): void {
    this.#gathered.set(`${channel} ${payload}`, { channel, payload })
    this.#timer ??= setTimeout(() => void this.flush(), gatherMs)
  }

  /** Everything gathered, at once; waits until it is told. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const all = [...this.#gathered.values()]
    this.#gathered.clear()
    for (let index = 0; index < all.length; index += batchMax) {
      const batch = all.slice(index, index + batchMax)
      this.#sending = this.#sending.then(() => this.#send(batch))
    }
    await this.#sending
  }

  async #send(batch: readonly { channel: string; payload: string }[]): Promise<void> {
    try {
      await this.#queryable.query(announcement, [
        batch.map(({ channel }) => channel),
        batch.map(({ payload }) => payload),
      ])
    } catch (error) {
      this.#onError(error)
    }
  }
}
