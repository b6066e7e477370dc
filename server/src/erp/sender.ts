import type { Database } from '../platform/database/database.ts'
import type { OutgoingRules } from '../platform/outgoing/outgoing-rules.ts'
import type { SecretBox } from '../platform/secrets/secret-box.ts'
import { attemptPosting, readBackLater } from './attempt.ts'
import type { AttemptTools } from './attempt-outcome.ts'
import { ErpConnections } from './gateway.ts'
import { newTrace, runWithTrace } from '../platform/operation/trace.ts'
import { listen } from '../platform/live/listener.ts'
import { forgetMovementRules } from './movement-rule.ts'
import { recoverAbandoned, takeDue, takeToReadBack } from './queue.ts'
import type { PostingRow } from './posting-row.ts'
import type { OnSettled } from './settle.ts'
import { postingChannel } from './wake-sender.ts'

export interface ErpSenderOptions {
  database: Database
  secrets: SecretBox
  /** ERP_URL: for interfaces without their own base URL. */
  defaultBaseUrl: string | null
  /** Where other addresses may lead; nowhere by default. */
  outgoing?: OutgoingRules
  /** Errors of our own: a lost database connection, a callback that threw. ERP failures are not reported here. */
  onError: (error: unknown) => void
  log: (message: string, facts: Record<string, unknown>) => void
  /** Runs in the transaction that settles a posting. */
  onSettled: OnSettled
  /** Maximum number of concurrent calls of this process. */
  parallelMax?: number
  /** Polling interval when nothing wakes the sender. */
  pollMs?: number
  /**
   * Postings requested before this time are looked up by key before they are first sent; default: the start time. The
   * database may have been restored from a backup taken before they were sent.
   */
  lookFirstBefore?: Date
  /** How long `stop` waits for running calls before it aborts them. */
  graceMs?: number
}

export interface ErpSender {
  /** Accepts nothing new, waits for running calls (aborted after `graceMs`), then ends. */
  stop(): Promise<void>
  /** Works until nothing is due; postings with a later time keep waiting. */
  drain(): Promise<void>
}

/**
 * Minimum pause after a search without result before a new posting triggers the next one: this time, or a multiple of
 * the duration of the search (waiting rows make it longer), so that searching has a limited share of the time.
 */
const fruitlessMs = 100
const fruitlessTimes = 10

/**
 * Starts sending the postings of the outbox. Any number of servers may run a sender: a posting is leased by one sender
 * at a time, and rows with the same material and plant keep their order (spec sap.md section 3).
 */
// oxlint-disable-next-line max-lines-per-function -- one state machine: its parts share what runs, rests and stops
export function startErpSender(options: ErpSenderOptions): ErpSender {
  const { database, onError } = options
  const parallelMax = options.parallelMax ?? 4
  const connections = new ErpConnections({
    database,
    secrets: options.secrets,
    defaultBaseUrl: options.defaultBaseUrl,
    ...(options.outgoing === undefined ? {} : { outgoing: options.outgoing }),
    onError,
  })
  const breakOff = new AbortController()
  const tools: AttemptTools = {
    database,
    connections,
    onSettled: options.onSettled,
    onError,
    signal: breakOff.signal,
    lookFirstBefore: options.lookFirstBefore ?? new Date(),
  }
  const running = new Set<Promise<void>>()
  const state = { isStopped: false }
  let cycle: Promise<boolean> | undefined
  let isWanted = false
  /** Capacity that a search is about to fill. */
  let claimed = 0
  // Every new posting wakes the sender: if the last search found nothing (interface off, rows waiting for others), the
  // next one is delayed, otherwise searching would cost more than writing.
  let restsUntil = -Infinity
  let rest: NodeJS.Timeout | undefined

  const run = (row: PostingRow, work: (tools: AttemptTools, row: PostingRow) => Promise<void>) => {
    const startedAt = performance.now()
    // What it causes, such as the posting of a next step, belongs to the act that asked for it.
    const trace = row.traceId === '' ? newTrace() : { traceId: row.traceId, flags: '00' }
    const task = runWithTrace(trace, () => work(tools, row))
      .catch(onError)
      .finally(() => {
        running.delete(task)
        options.log('erp posting worked on', {
          postingKey: row.postingKey,
          documentNo: row.documentNo,
          direction: row.direction,
          attempt: row.attempts,
          durationMs: Math.round(performance.now() - startedAt),
        })
        kick()
      })
    running.add(task)
  }

  /** Fills free capacity with due postings; returns whether there were any. */
  const fill = async (): Promise<boolean> => {
    const free = parallelMax - running.size - claimed
    if (free <= 0 || state.isStopped) return false
    // A search that begins meanwhile must not fill the same capacity.
    claimed += free
    try {
      await recoverAbandoned(database)
      const due = await takeDue(database, free)
      for (const row of due) run(row, attemptPosting)
      if (due.length === free) return true
      const unread = await takeToReadBack(database, free - due.length)
      for (const row of unread) run(row, readBackLater)
      return due.length + unread.length > 0
    } finally {
      claimed -= free
    }
  }

  /** One fill at a time; a request during one causes another after it. */
  const kick = (): void => {
    isWanted = true
    if (cycle !== undefined || state.isStopped) return
    cycle = (async () => {
      let didWork = false
      while (isWanted && !state.isStopped) {
        isWanted = false
        const beganAt = performance.now()
        if (await fill()) didWork = true
        else {
          const now = performance.now()
          restsUntil = now + Math.max(fruitlessMs, (now - beganAt) * fruitlessTimes)
        }
      }
      return didWork
    })()
    cycle.catch(onError).finally(() => {
      cycle = undefined
      if (isWanted) kick()
    })
  }

  const wake = (): void => {
    const left = restsUntil - performance.now()
    if (left <= 0) kick()
    else
      rest ??= setTimeout(() => {
        rest = undefined
        kick()
      }, left)
  }

  const listener = listen(database.connectionString, [postingChannel, 'erp_configuration'], {
    onNotice: (channel) => {
      if (channel === 'erp_configuration') {
        forgetMovementRules()
        connections.forget()
        kick()
      } else wake()
    },
    onError,
  })
  const poll = setInterval(kick, options.pollMs ?? 1000)

  return {
    async stop() {
      state.isStopped = true
      clearInterval(poll)
      clearTimeout(rest)
      const grace = setTimeout(() => breakOff.abort(), options.graceMs ?? 10_000)
      await cycle?.catch(() => undefined)
      await Promise.allSettled(running)
      clearTimeout(grace)
      await listener.stop()
    },
    async drain() {
      for (;;) {
        await cycle?.catch(() => undefined)
        const wasBusy = running.size > 0
        const didWork = await fill()
        await Promise.allSettled(running)
        // Finished postings may have released others.
        if (!didWork && !wasBusy && running.size === 0 && cycle === undefined) return
      }
    },
  }
}
