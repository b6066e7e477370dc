import type { Logger } from 'pino'
import { z } from 'zod'
import { outgoingRules } from '../platform/outgoing/outgoing-rules.ts'
import type { ServerContext } from '../platform/http/context.ts'
import { openChannel, secretsOf } from './channels.ts'
import type { OpenChannel } from './channels.ts'
import { escapeHtml } from './clean-html.ts'
import type { Delivery } from './deliveries.ts'
import { scheduleDelivery, secretContext, secretMarker } from './deliveries.ts'
import { sendChat } from './send-chat.ts'
import { sendMail } from './send-mail.ts'
import { SendProblem } from './send-problem.ts'

/** The payload of message jobs. */
export const messageJob = z.object({ companyCode: z.string(), id: z.uuid() })

/** The pause doubles from the first to the longest. */
const firstPauseSeconds = 10
const longestPauseSeconds = 6 * 3600

/**
 * Sends a message through its channel.
 * @throws SendProblem
 */
export async function sendNow(
  channel: OpenChannel,
  letter: Pick<Delivery, 'address' | 'receiverName' | 'title' | 'content'>,
): Promise<void> {
  await (channel.sendType === 'email' ? sendMail(channel, letter) : sendChat(channel, letter))
}

/**
 * The job for one row of the outbox. At least once: if the process dies between sending and recording, the message is
 * sent again. Temporary failures are retried up to the limit of the channel.
 */
export async function deliverMessage(
  context: ServerContext,
  payload: unknown,
  log: Logger,
): Promise<void> {
  const { database } = context
  const { companyCode, id } = messageJob.parse(payload)
  const [delivery] = await database.query<Delivery & { sealed: string }>(
    `update message_delivery set attempts = attempts + 1, updated_at = now()
     where company_code = $1 and id = $2 and state = 'pending' returning *`,
    [companyCode, id],
  )
  if (delivery === undefined) return
  let attemptsMax = 1
  try {
    const channel = await openChannel(
      database,
      secretsOf(context),
      outgoingRules(context.settings),
      companyCode,
      delivery.sendType,
    )
    if (channel === undefined)
      throw new SendProblem('该发送方式未启用', 'this way of sending is switched off', true)
    attemptsMax = channel.attemptsMax
    await sendNow(channel, withSecret(context, delivery))
    await database.query(
      `update message_delivery set state = 'sent', sealed = '', sent_at = now(), updated_at = now(), problem_zh = '', problem_en = ''
       where company_code = $1 and id = $2`,
      [companyCode, id],
    )
  } catch (error) {
    const problem =
      error instanceof SendProblem
        ? error
        : new SendProblem(
            '发送配置的密码无法解密或出现内部错误',
            'the secret of the channel does not open, or an internal error',
            true,
            error,
          )
    await noteFailure(context, delivery, problem, attemptsMax)
    log.warn({ err: error, companyCode, id, attempts: delivery.attempts }, 'a message was not sent')
  }
}

/** The message as it is sent: with its secret in place of the marker. */
function withSecret(context: ServerContext, delivery: Delivery & { sealed: string }): Delivery {
  if (delivery.sealed === '') return delivery
  const secret = secretsOf(context).open(delivery.sealed, secretContext(delivery.id))
  return {
    ...delivery,
    content: delivery.content.replaceAll(secretMarker, () => escapeHtml(secret)),
  }
}

async function noteFailure(
  { database }: ServerContext,
  { companyCode, id, attempts }: Delivery,
  { zh, en, isFinal }: SendProblem,
  attemptsMax: number,
): Promise<void> {
  const isOver = isFinal || attempts >= attemptsMax
  await database.transaction(async (tx) => {
    await tx.query(
      `update message_delivery set state = $3, problem_zh = $4, problem_en = $5, updated_at = now() where company_code = $1 and id = $2`,
      [companyCode, id, isOver ? 'failed' : 'pending', zh, en],
    )
    if (isOver) return
    const pause = Math.min(longestPauseSeconds, firstPauseSeconds * 2 ** (attempts - 1))
    await scheduleDelivery(tx, { companyCode, id }, new Date(Date.now() + pause * 1000))
  })
}
