/** A token of a technical account, without the token itself, which is shown once when it is issued. */
export interface TechnicalToken {
  id: string
  /** Tells it from the other tokens of the account. */
  name: string
  issuedAt: string
  issuedByName: string
  /** The last day on which it is accepted (yyyy-MM-dd). */
  expiresOn: string
  /** Precise to a minute; null if it was never used. */
  lastUsedAt: string | null
  revokedAt: string | null
  state: 'valid' | 'expired' | 'revoked'
}

/** Days for which a token may be issued at most: afterwards it is replaced by another one. */
export const tokenDaysMax = 366

/** Days before its last day on which administrators are warned that a token ends. */
export const tokenWarningDays: readonly number[] = [14, 3]

/** Requests per minute of a new technical account. */
export const usualRequestsPerMinute = 300
