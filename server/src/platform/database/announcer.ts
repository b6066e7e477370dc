import type { Queryable } from './queryable.ts'

/** Announcements within this time are sent together; neither users nor senders notice the delay. */
const gatherMs = 25
/** Larger batches are split, because a long statement would block the channel for all others. */
const batchMax = 1000

/** Sends a batch outside of any request. */
export const announcement = `select pg_notify(said.channel, said.payload) from unnest($1::text[], $2::text[]) as said (channel, payload)`

/**
 * Notifies all processes of committed changes with NOTIFY, batched in a separate transaction. A transaction that itself
 * executes NOTIFY holds a lock until its commit is on disk, so that unrelated transactions would have to commit one
 * after the other.
 *
 * An announcement is a hint, never the only source of information: it is lost if the process dies between commit and
 * announcement.
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

  /** Call it after the commit; duplicates are sent once. */
  announce(channel: string, payload: string): void {
    this.#gathered.set(`${channel} ${payload}`, { channel, payload })
    this.#timer ??= setTimeout(() => void this.flush(), gatherMs)
  }

  /** Sends all pending announcements and waits for completion. */
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
