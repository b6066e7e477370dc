import type { Logger } from 'pino'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { listen } from '../../platform/live/listener.ts'
import type { OutgoingRules } from '../../platform/outgoing/outgoing-rules.ts'
import type { SecretBox } from '../../platform/secrets/secret-box.ts'
import { composeBody } from './compose.ts'
import {
  giveBack,
  recordEnd,
  recordFailure,
  takeDue,
  type GivenUp,
  type LeasedDelivery,
} from './delivery-queue.ts'
import { deliveryChannel } from './queue-states.ts'
import { secretContextOf } from './receivers.ts'
import { sendWebhook } from './send.ts'

export interface WebhookSenderOptions {
  database: Database
  secrets: SecretBox
  outgoing: OutgoingRules
  log: Logger
  /** Tells the administrators that an event is given up, in the transaction that records it. */
  tell: (tx: Transaction, givenUp: GivenUp) => Promise<void>
  /** Requests at the same time. */
  parallelMax?: number
  /** Without a notification: for pauses that have passed, and processes that died. */
  pollMs?: number
}

export interface WebhookSender {
  /** Takes nothing new, breaks off what runs and gives it back, so that another process sends it. */
  stop(): Promise<void>
}

const skipped = {
  zh: '接收方的技术账号看不到该单据，或单据已删除',
  en: 'the technical account of the receiver does not see the document, or it was deleted',
}
const barred = {
  zh: '接收方的技术账号已停用或已到期',
  en: 'the technical account of the receiver is disabled or has expired',
}

/**
 * Sends the events of the outbox. Any number of processes may: an event is leased by one of them. At least once: if a
 * process dies between sending and recording, the event is sent again under the same id.
 */
export function startWebhookSender(options: WebhookSenderOptions): WebhookSender {
  const { database, log, parallelMax = 8, pollMs = 2000 } = options
  const breakOff = new AbortController()
  const running = new Set<Promise<void>>()
  let filling: Promise<void> | undefined
  let isWanted = false
  const onError = (error: unknown) => log.error({ err: error }, 'sending webhooks failed')

  const run = (delivery: LeasedDelivery): void => {
    const task = deliver(options, delivery, breakOff.signal)
      .catch(onError)
      .finally(() => {
        running.delete(task)
        kick()
      })
    running.add(task)
  }

  /** One search at a time; a request during one causes another after it. */
  const kick = (): void => {
    isWanted = true
    if (filling !== undefined || breakOff.signal.aborted) return
    filling = (async () => {
      while (isWanted && !breakOff.signal.aborted) {
        isWanted = false
        const free = parallelMax - running.size
        if (free > 0) for (const delivery of await takeDue(database, free)) run(delivery)
      }
    })()
      .catch(onError)
      .finally(() => {
        filling = undefined
        if (isWanted) kick()
      })
  }

  const listening = listen(database.connectionString, [deliveryChannel], {
    onNotice: kick,
    onError,
  })
  listening.ready.catch(() => {
    // Reported by `onError`; until the connection stands, the poll finds what is due.
  })
  const poll = setInterval(kick, pollMs)
  kick()
  return {
    async stop() {
      clearInterval(poll)
      breakOff.abort(new Error('the server stops'))
      await listening.stop()
      await filling
      await Promise.all(running)
    },
  }
}

async function deliver(
  { database, secrets, outgoing, log, tell }: WebhookSenderOptions,
  delivery: LeasedDelivery,
  signal: AbortSignal,
): Promise<void> {
  const nothing = { durationMs: 0, status: null, answer: '' }
  const composed = await composeBody(database, delivery)
  if ('problem' in composed) {
    if (composed.problem === 'gone')
      await recordEnd(database, delivery, 'skipped', '', { ...nothing, problem: skipped })
    else await recordFailure(database, delivery, '', { ...nothing, problem: barred }, tell)
    return
  }
  const { id, url, timeoutMs } = delivery
  const { body } = composed
  const context = secretContextOf(delivery.receiverId)
  const valid = [delivery.secret, delivery.previousSecret].flatMap((sealed) =>
    sealed === null ? [] : [secrets.open(sealed, context)],
  )
  let attempt
  try {
    attempt = await sendWebhook({ id, url, secrets: valid, body, timeoutMs }, outgoing, signal)
  } catch (error) {
    if (!signal.aborted) throw error
    await giveBack(database, delivery)
    return
  }
  const { problem } = attempt
  if (problem === null) return recordEnd(database, delivery, 'sent', body, attempt)
  log.warn({ id, receiver: delivery.receiverName, problem: problem.en }, 'a webhook was not sent')
  await recordFailure(database, delivery, body, { ...attempt, problem }, tell)
}
