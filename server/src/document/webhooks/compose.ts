import { holdsAny, rolesForReading } from '@kufang/contract/document/decide.ts'
import { erpStateOf } from '@kufang/contract/document/webhook.ts'
import { visibleTo } from '@kufang/contract/document/visible.ts'
import { documentDefinition } from '@kufang/contract/registry.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { isAccountLive } from '../../platform/session/load-session.ts'
import { readRights } from '../../platform/session/rights.ts'
import type { Session } from '../../platform/session/session.ts'
import { rolesOfProgram } from '../../platform/session/technical-access.ts'
import { loadVisible } from '../storage/store.ts'
import { documentTable } from '../storage/table.ts'
import type { LeasedDelivery } from './delivery-queue.ts'

/** What is sent of an event, or why nothing is: `gone` for good, `barred` as long as the account is not usable. */
export type Composed = { body: string } | { problem: 'gone' | 'barred' }

/**
 * The body of an event as the technical account of the receiver sees it now: its roles and scope decide whether it sees
 * the document, and `visibleTo` which of its fields. The states are those of the event, the fields those of the moment
 * of sending.
 */
export async function composeBody(
  queryable: Queryable,
  delivery: LeasedDelivery,
): Promise<Composed> {
  const session = await programSession(queryable, delivery.userId, delivery.id)
  if (session === null) return { problem: 'barred' }
  const definition = documentDefinition(delivery.documentType)
  if (definition === undefined || !holdsAny(session, rolesForReading(definition)))
    return { problem: 'gone' }
  const loaded = await loadVisible(
    queryable,
    documentTable(definition),
    session,
    delivery.documentId,
  )
  if (loaded === null) return { problem: 'gone' }
  const { header } = loaded
  const plant = typeof header['plant'] === 'string' ? header['plant'] : ''
  if (delivery.plants.length > 0 && !delivery.plants.includes(plant)) return { problem: 'gone' }
  const { documentType, documentId, documentNo, companyCode, stateBefore, stateAfter } = delivery
  const erpState = erpStateOf(stateAfter)
  const states =
    erpState === null
      ? { stateBefore: stateBefore === '' ? null : stateBefore, stateAfter }
      : { erpStateBefore: erpStateOf(stateBefore), erpStateAfter: erpState }
  const body = JSON.stringify({
    id: delivery.id,
    type: `${documentType}.${erpState === null ? stateAfter : `erp.${erpState}`}`,
    timestamp: delivery.occurredAt,
    data: {
      documentType,
      documentId,
      documentNo,
      companyCode,
      plant,
      ...states,
      occurredAt: delivery.occurredAt,
      url: `/api/documents/${documentType}/${documentId}`,
      document: visibleTo(definition, session, header, header),
    },
  })
  return { body }
}

/** The rights of a technical account as a session; null if it cannot be used now. */
async function programSession(
  queryable: Queryable,
  userId: string,
  requestId: string,
): Promise<Session | null> {
  const [user] = await queryable.query<{ account: string; userName: string }>(
    `select u.account, u.user_name from app_user u where u.id = $1 and u.is_technical and ${isAccountLive}`,
    [userId],
  )
  const rights = (await readRights(queryable, [userId])).get(userId)
  if (user === undefined || rights === undefined || rights.isAdmin) return null
  return {
    userId,
    account: user.account,
    userName: user.userName,
    roles: rolesOfProgram(rights.roles),
    isAdmin: false,
    isTechnical: true,
    scope: rights.scope,
    language: 'zh',
    requestId,
  }
}
