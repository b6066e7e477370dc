import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Queryable } from '../platform/database/database.ts'
import { deviceDays } from '../platform/jobs/housekeeping.ts'
import { cookieOptions } from '../platform/http/session-cookies.ts'
import { digestOfToken, newToken, tokenDigest } from '../platform/session/token.ts'

// A browser in which somebody has signed in to an account is known to it: whoever guesses passwords in the same network,
// such as behind the same NAT, does not lock it out.

const deviceCookie = 'kufang-device'

/** Digest of the browser's secret; '' if it has none. */
export function deviceOf(request: FastifyRequest): string {
  return tokenDigest(request.cookies[deviceCookie] ?? '') ?? ''
}

/** The browser's secret, which is made at its first sign-in and kept in a cookie that only the server reads. */
export function ensureDevice(request: FastifyRequest, reply: FastifyReply): string {
  const given = request.cookies[deviceCookie] ?? ''
  const secret = tokenDigest(given) === null ? newToken() : given
  reply.setCookie(deviceCookie, secret, {
    ...cookieOptions(request),
    maxAge: deviceDays * 24 * 3600,
  })
  return digestOfToken(secret)
}

export async function isKnownDevice(
  queryable: Queryable,
  account: string,
  device: string,
): Promise<boolean> {
  if (device === '') return false
  const found = await queryable.query(
    `select 1 as found from known_device where account = $1 and device = $2`,
    [account, device],
  )
  return found.length > 0
}

/** Notes that somebody has signed in to the account in this browser. */
export async function noteDevice(tx: Queryable, account: string, device: string): Promise<void> {
  if (device === '') return
  await tx.query(
    `insert into known_device (account, device) values ($1, $2)
     on conflict (account, device) do update set last_signed_in_at = excluded.last_signed_in_at`,
    [account, device],
  )
}
