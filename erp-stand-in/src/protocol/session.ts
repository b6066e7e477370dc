import { randomBytes } from 'node:crypto'
import type { Settings } from '../settings.ts'

interface Session {
  readonly id: string
  readonly xsrf: string
  readonly token: string
  lastUse: number
}

/** The credentials of a changing request. */
export interface SessionEvidence {
  readonly token: string | null
  readonly cookies: ReadonlyMap<string, string>
}

/**
 * SAP's sessions and CSRF tokens: a token is valid only with the cookies of its session. They are kept in memory: after
 * a restart every token is refused, as in SAP.
 */
export class Sessions {
  private readonly sessions = new Map<string, Session>()
  private readonly settings: Settings

  constructor(settings: Settings) {
    this.settings = settings
  }

  /** Returns the token for a fetch, and the cookies to set for a new session. */
  fetch(cookies: ReadonlyMap<string, string>): { token: string; setCookies: readonly string[] } {
    const known = this.find(cookies)
    if (known !== null) return { token: known.token, setCookies: [] }
    this.dropExpired()
    const session: Session = {
      id: randomText(24),
      xsrf: randomText(18),
      token: `${randomText(16)}==`,
      lastUse: Date.now(),
    }
    this.sessions.set(session.id, session)
    return {
      token: session.token,
      setCookies: [
        `sap-usercontext=sap-client=${this.settings.client}; path=/`,
        `${this.xsrfName()}=${session.xsrf}; path=/; HttpOnly`,
        `${this.sessionName()}=${session.id}; path=/; HttpOnly`,
      ],
    }
  }

  /** Whether the request may change data: a live session with all its cookies and its token. */
  allows(evidence: SessionEvidence): boolean {
    const session = this.find(evidence.cookies)
    if (session === null || evidence.token === null) return false
    const complete =
      evidence.cookies.get(this.xsrfName()) === session.xsrf &&
      evidence.cookies.has('sap-usercontext')
    return complete && evidence.token === session.token
  }

  /** Ends the session of these cookies (fault "expired token"). */
  expire(cookies: ReadonlyMap<string, string>): void {
    this.sessions.delete(cookies.get(this.sessionName()) ?? '')
  }

  get size(): number {
    return this.sessions.size
  }

  private find(cookies: ReadonlyMap<string, string>): Session | null {
    const session = this.sessions.get(cookies.get(this.sessionName()) ?? '')
    if (session === undefined) return null
    if (this.isExpired(session)) {
      this.sessions.delete(session.id)
      return null
    }
    session.lastUse = Date.now()
    return session
  }

  private isExpired(session: Session): boolean {
    return Date.now() - session.lastUse > this.settings.sessionSeconds * 1000
  }

  private dropExpired(): void {
    for (const session of this.sessions.values()) {
      if (this.isExpired(session)) this.sessions.delete(session.id)
    }
  }

  private sessionName(): string {
    return `SAP_SESSIONID_S4H_${this.settings.client}`
  }

  private xsrfName(): string {
    return `sap-XSRF_S4H_${this.settings.client}`
  }
}

function randomText(bytes: number): string {
  return randomBytes(bytes).toString('base64url')
}

export function parseCookies(header: string | undefined): Map<string, string> {
  const cookies = new Map<string, string>()
  for (const part of (header ?? '').split(';')) {
    const equals = part.indexOf('=')
    if (equals > 0) cookies.set(part.slice(0, equals).trim(), part.slice(equals + 1).trim())
  }
  return cookies
}
