import type { Act } from '@kufang/contract/document/declare/define-document.ts'
import type { Session } from '../platform/session/session.ts'
import type { Clock } from './clock.ts'

/** The user and time of an act, as stored with a document. */
export const actOf = (session: Session, clock: Pick<Clock, 'now'>): Act => ({
  userId: session.userId,
  userName: session.userName,
  at: clock.now.toISOString(),
})
