import { cataloguePage } from '@kufang/contract/document/catalogue/page-catalogue.ts'
import { label } from '@kufang/contract/document/declare/label.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import { requirePerson } from '../../platform/http/access.ts'
import type { Session } from '../../platform/session/session.ts'

/** The role of the page on which interfaces are set up. */
export const webhookRole: string = cataloguePage('/system/sapApiDeployMessage').role

/** Refuses everybody but administrators: a receiver takes data out of the product. */
export function mustAdminister(session: Session): void {
  requirePerson(session, label('管理推送', 'Manage webhooks'))
  if (!session.isAdmin) throw refuse('administrator-only')
}
