import { createHash, randomBytes } from 'node:crypto'

/** A new opaque token of 256 random bits, as the client keeps it. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What the database keeps of a token; null for a text that can be no token of ours. */
export function tokenDigest(token: string): string | null {
  if (!/^[A-Za-z0-9_-]{43}$/.test(token)) return null
  return createHash('sha256').update(token).digest('hex')
}
