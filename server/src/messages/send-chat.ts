import { createHmac } from 'node:crypto'
import type { OpenChannel } from './channels.ts'
import { readText } from '../platform/http/read-text.ts'
import { outgoingFetch } from '../platform/outgoing/outgoing-fetch.ts'
import { addressProblem } from '../platform/outgoing/outgoing-rules.ts'
import { plainText } from './clean-html.ts'
import { SendProblem } from './send-problem.ts'

/** The robot's response; 0 is success, whatever the HTTP status. */
interface RobotAnswer {
  errcode?: number
  errmsg?: string
}

/** The robot accepts 20 messages per minute and returns these codes beyond that: retry later. */
const tooOften: ReadonlySet<number> = new Set([130_101, -1])
const answerMax = 300
/** A robot answers one line; no more than this is read of any other response. */
const replyBytesMax = 10_000

/**
 * The signature DingTalk requires of a robot with a secret: HMAC-SHA256 over `timestamp\nsecret` with the secret as
 * key, in base64; the caller puts it into the query.
 */
export function robotSignature(secret: string, timestampMs: number): string {
  return createHmac('sha256', secret).update(`${timestampMs}\n${secret}`).digest('base64')
}

/**
 * Sends one message to the group of the company's robot.
 * @throws SendProblem; final if the robot refuses the token, the signature or the content
 */
export async function sendChat(
  channel: OpenChannel,
  message: { title: string; content: string },
  now: () => number = Date.now,
): Promise<void> {
  if (!URL.canParse(channel.webHook) || channel.token === '')
    throw new SendProblem(
      '钉钉机器人地址或令牌未配置',
      "the robot's address or token is not set up",
      true,
    )
  if (addressProblem(channel.outgoing, channel.webHook) !== null)
    throw new SendProblem(
      '钉钉机器人地址不在运维允许的主机列表中',
      "the robot's address is not one the operator permits",
      true,
    )
  const url = new URL(channel.webHook)
  url.searchParams.set('access_token', channel.token)
  if (channel.secret !== '') {
    const timestamp = now()
    url.searchParams.set('timestamp', String(timestamp))
    url.searchParams.set('sign', robotSignature(channel.secret, timestamp))
  }
  // As text instead of markdown, because trade names contain many markdown characters.
  const answer = await post(url, channel, {
    msgtype: 'text',
    text: { content: `${message.title}\n${plainText(message.content)}` },
  })
  const code = answer.errcode ?? -2
  if (code === 0) return
  const said = `${answer.errcode ?? ''} ${answer.errmsg ?? ''}`.trim()
  throw new SendProblem(
    `钉钉未接收：${said}`,
    `DingTalk refused it: ${said}`,
    answer.errcode !== undefined && !tooOften.has(code),
  )
}

async function post(
  url: URL,
  { timeoutMs, outgoing }: Pick<OpenChannel, 'timeoutMs' | 'outgoing'>,
  body: object,
): Promise<RobotAnswer> {
  let status = 0
  try {
    const response = await outgoingFetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
      allowsLoopback: outgoing.allowsLoopback,
    })
    status = response.status
    const { text } = await readText(response, replyBytesMax)
    try {
      return JSON.parse(text) as RobotAnswer
    } catch {
      // A response of a proxy; shown truncated.
      return { errmsg: `HTTP ${status} ${text.slice(0, answerMax)}` }
    }
  } catch (error) {
    // The URL contains the token, so it is never part of the message.
    const { cause, message } = error as Error
    const said = cause instanceof Error ? cause.message : message
    throw new SendProblem(`无法连接钉钉：${said}`, `DingTalk cannot be reached: ${said}`, false)
  }
}
