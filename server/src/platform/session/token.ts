import { createHash, randomBytes } from 'node:crypto'

/** A new opaque token of 256 random bits, for the client. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The digest stored in the database; null for a text that cannot be a token. */
export function tokenDigest(token: string): string | null {
  if (!/^[A-Za-z0-9_-]{43}$/.test(token)) return null
  return createHash('sha256').update(token).digest('hex')
}
