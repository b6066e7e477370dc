import { outgoingFetch } from '../../platform/outgoing/outgoing-fetch.ts'
import { addressProblem, type OutgoingRules } from '../../platform/outgoing/outgoing-rules.ts'
import type { Attempt } from './delivery-queue.ts'
import { signedHeaders } from './signature.ts'

/** Of an answer this much is read and logged; the connection is then closed. */
const answerCharactersMax = 2000

export interface Letter {
  id: string
  url: string
  /** All that are valid. */
  secrets: readonly string[]
  body: string
  timeoutMs: number
}

/**
 * Posts a signed body once. Everything but 2xx is a problem: redirects are not followed, because the address was checked
 * and the target was not.
 * @param signal aborts it because the process stops: rejects with its reason
 */
export async function sendWebhook(
  letter: Letter,
  outgoing: OutgoingRules,
  signal: AbortSignal,
): Promise<Attempt> {
  const startedAt = performance.now()
  const ended = (given: Omit<Attempt, 'durationMs'>): Attempt => ({
    ...given,
    durationMs: Math.round(performance.now() - startedAt),
  })
  const failed = (zh: string, en: string, status: number | null = null, answer = '') =>
    ended({ status, answer, problem: { zh, en } })
  if (addressProblem(outgoing, letter.url) !== null)
    return failed(
      '该地址不在允许的外部地址中（KUFANG_OUTGOING_HOSTS）',
      'the address is not among those permitted (KUFANG_OUTGOING_HOSTS)',
    )
  const patience = AbortSignal.timeout(letter.timeoutMs)
  try {
    const response = await outgoingFetch(letter.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'content-length': String(Buffer.byteLength(letter.body)),
        'user-agent': 'kufang-webhook/1',
        ...signedHeaders(letter.secrets, letter),
      },
      body: letter.body,
      signal: AbortSignal.any([signal, patience]),
      allowsLoopback: outgoing.allowsLoopback,
    })
    const { status, ok } = response
    const answer = await firstPart(response)
    if (ok) return ended({ status, answer, problem: null })
    return failed(
      `接收方返回 HTTP ${status}`,
      `the receiver answered HTTP ${status}`,
      status,
      answer,
    )
  } catch (error) {
    signal.throwIfAborted()
    if (patience.aborted)
      return failed(
        `接收方 ${letter.timeoutMs} 毫秒内没有应答`,
        `the receiver did not answer within ${letter.timeoutMs} ms`,
      )
    const { code, message } = error as { code?: unknown; message?: unknown }
    const reason = String(code ?? message)
    return failed(`无法连接接收方：${reason}`, `the receiver cannot be reached: ${reason}`)
  }
}

/** The first characters of an answer. */
async function firstPart({ body }: Response): Promise<string> {
  if (body === null) return ''
  const decoder = new TextDecoder()
  let text = ''
  for await (const piece of body as AsyncIterable<Uint8Array>) {
    text += decoder.decode(piece, { stream: true })
    if (text.length >= answerCharactersMax) break
  }
  // PostgreSQL keeps no NUL.
  return text.slice(0, answerCharactersMax).replaceAll('\u0000', '')
}
