import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

/** A new secret of 256 random bits, in the form of the Standard Webhooks specification. */
export const newWebhookSecret = (): string => `${prefix}${randomBytes(32).toString('base64')}`

/**
 * The headers by which a receiver knows that a body is ours and new (Standard Webhooks 1.0, symmetric signature).
 * @param secrets one signature each, so that a receiver that knows any of them accepts the body
 */
export function signedHeaders(
  secrets: readonly string[],
  message: { id: string; body: string },
  now: Date = new Date(),
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    const digest = createHmac('sha256', key)
      .update(`${message.id}.${timestamp}.${message.body}`)
      .digest('base64')
    return `v1,${digest}`
  })
  return {
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
