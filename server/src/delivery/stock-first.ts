import type { FirstStockAnswer } from '@kufang/contract/stock/stock-first.ts'
import { requestDelivery } from '@kufang/contract/delivery/request-delivery.ts'
import { rolesFor } from '@kufang/contract/document/decide.ts'
import { addMonths } from '@kufang/kernel/local-date.ts'
import { isPositive, zeroQuantity } from '@kufang/kernel/quantity.ts'
import { refuse } from '@kufang/kernel/refusal.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { clock, loadVisible, tableByName } from '../document/public.ts'
import { sharedPlacesOf } from '../masters/public.ts'
import type { Database, Queryable } from '../platform/database/database.ts'
import type { Session } from '../platform/session/session.ts'
import { readSharedStock, sharingCompanies } from '../safe-stock/public.ts'
import { readOwnStockFirst } from '../stock/public.ts'
import { readParameter } from '../system/public.ts'

/** Who decides about request deliveries, and the buyers, who should look first themselves. */
export const stockFirstRoles: readonly string[] = [
  ...new Set([...rolesFor(requestDelivery, 'takeStock'), ...rolesFor(requestDelivery, 'submit')]),
]

/** Who the goods were requested for: the requester of this name, or the first of the unit that he is the head of. */
async function proposedRequester(
  queryable: Queryable,
  companyCode: string,
  name: string,
): Promise<{ pickingUnit: string; requester: string } | null> {
  if (name === '') return null
  const [found] = await queryable.query<{ pickingUnit: string; requester: string }>(
    `select r.picking_unit, r.requester from requester r
     join picking_unit u on u.company_code = r.company_code and u.picking_unit = r.picking_unit and u.is_active
     where r.company_code = $1 and r.is_active and (r.name = $2 or u.head_name = $2)
     order by r.name = $2 desc, r.requester limit 1`,
    [companyCode, name],
  )
  return found ?? null
}

/**
 * What there is already of the goods that a request delivery wants, and who would get it. The number of statements does not
 * depend on its lines.
 * @throws Refusal `not-found` outside the person's data scope
 */
export async function readStockFirst(
  database: Database,
  session: Session,
  id: string,
): Promise<FirstStockAnswer> {
  const table = tableByName(requestDelivery.name)
  const loaded = await loadVisible(database, table, session, id)
  if (loaded === null || session.scope.supplierNo !== null) {
    const { zh, en } = requestDelivery.label
    throw refuse('not-found', { subject: zh, subjectEn: en, no: id })
  }
  const { header, lines } = loaded
  const { companyCode } = header
  const wanted = lines
    .filter(({ openQuantity }) => isPositive(openQuantity ?? zeroQuantity))
    .map(({ lineNo, materialNo }) => ({ lineNo, materialNo }))
  const months = await readParameter(database, 'stock.deadMonths', { companyCode })
  const deadSince = new Date(`${addMonths(clock().today, -months)}T00:00:00+08:00`)
  const requester = await proposedRequester(
    database,
    companyCode,
    textOf(header['requestedByName']),
  )
  const places =
    requester === null ? null : await sharedPlacesOf(database, companyCode, requester.pickingUnit)
  const sharing = (await sharingCompanies(database)).filter((other) => other !== companyCode)
  const [own, shared] = await Promise.all([
    readOwnStockFirst(database, companyCode, session.scope, wanted, deadSince),
    readSharedStock(database, sharing, wanted, places),
  ])
  return { deadMonths: months, requester, own, shared }
}
