import { createHash, randomBytes } from 'node:crypto'

/** A new opaque token of 256 random bits, for the client. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The digest stored in the database; null for a text that cannot be a token. */
export function tokenDigest(token: string): string | null {
  return /^[A-Za-z0-9_-]{43}$/.test(token) ? digestOfToken(token) : null
}

/** The same of a token that is known to be one, such as a new one. */
export function digestOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/**
 * The identifier of a session, which is not secret: digests of the person and of the token's digest. The page sends it to
 * tell whose pages it shows.
 */
export function sessionIdOf(digest: string, userId: string): string {
  return `${shortDigest(`person ${userId}`)}.${shortDigest(`session ${digest}`)}`
}

/** Whether two identifiers are of the same person. */
export function isSamePerson(one: string, other: string): boolean {
  return one.split('.')[0] === other.split('.')[0]
}

const shortDigest = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 22)
