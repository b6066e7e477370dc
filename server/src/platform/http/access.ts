import type { FastifyRequest } from 'fastify'
import type { Label } from '@kufang/contract/document/declare/label.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import type { Session } from '../session/session.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in person. Reading it on a route with `access: 'public'` throws. */
    readonly session: Session
    /** Function codes (FUN) of the signed-in person. */
    readonly functionCodes: ReadonlySet<string>
  }
  interface FastifyContextConfig {
    /**
     * `public`: no session required. `anySession`: also permitted while the password must be changed. Absent: a full
     * session is required.
     */
    access?: 'public' | 'anySession'
    /** One of these role codes is required (admin is always permitted); checked before the handler. */
    roles?: readonly string[]
  }
}

/** Whether the person holds one of the role codes; admin holds all (product.md section 6). */
export function holdsRole(session: Session, ...roles: readonly string[]): boolean {
  return session.isAdmin || roles.some((role) => session.roles.has(role))
}

/** Refuses with `role-missing` (403), in both languages, unless the person holds one of the role codes. */
export function requireRole(session: Session, action: Label, ...roles: readonly string[]): void {
  if (!holdsRole(session, ...roles))
    throw refuse('role-missing', {
      action: action.zh,
      actionEn: action.en,
      roles: roles.join(', '),
    })
}

/** Refuses a technical account with `person-only` (403): a program does not decide about rights and rules. */
export function requirePerson({ isTechnical, account }: Session, action: Label): void {
  if (isTechnical === true)
    throw refuse('person-only', { action: action.zh, actionEn: action.en, account })
}

/**
 * Refuses who cannot be one of the two persons of a control: a technical account with `person-only`, and with
 * `password-known` (403) an account whose password somebody else knows.
 */
export function requireOwnHand(session: Session, action: Label): void {
  requirePerson(session, action)
  const { passwordKnownTo: user, account } = session
  if (user !== undefined)
    throw refuse('password-known', { action: action.zh, actionEn: action.en, account, user })
}

/** The language of a request: the cookie `language`, else Accept-Language, else Chinese (shell.md section 1). */
export function languageOf(request: Pick<FastifyRequest, 'headers' | 'cookies'>): 'zh' | 'en' {
  const wanted = request.cookies?.['language'] ?? request.headers['accept-language'] ?? ''
  return /^\s*en\b/i.test(wanted) ? 'en' : 'zh'
}
