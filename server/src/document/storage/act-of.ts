import type { Act } from '@kufang/contract/document/declare/define-document.ts'
import type { Session } from '../../platform/session/session.ts'
import type { Clock } from './clock.ts'

/**
 * The user and time of an act, as stored with a document. Whoever issued the token of a program performed it too: he does
 * not check what was done with it (four eyes).
 */
export function actOf(session: Session, clock: Pick<Clock, 'now'>): Act {
  const { userId, userName, issuer } = session
  const at = clock.now.toISOString()
  return { userId, userName, at, ...(issuer === undefined ? {} : { others: [{ ...issuer, at }] }) }
}
