import { routeReason, stateAfterLevel } from '@kufang/contract/document/approval-route.ts'
import type {
  ApprovalLevel,
  ApprovalRoute,
  RouteFields,
} from '@kufang/contract/document/declare/approval-chain.ts'
import type { RowOf } from '@kufang/contract/document/declare/field.ts'
import { businessParameters, isParameterName } from '@kufang/contract/system/business-parameters.ts'
import { parseMoney, type Money } from '@kufang/kernel/money.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { parameterReader, type ParameterPlace } from '../../system/public.ts'

type Levels = readonly ApprovalLevel<string, string>[]

/** The route of a document through its approval chain: header fields to be kept, and the state it waits in first. */
export interface DecidedRoute<L extends Levels> {
  header: Partial<RowOf<RouteFields<L>>>
  state: L[number]['state']
}

/** Goods of a document, for limits by plant and material group. */
type LimitedGoods = Pick<ParameterPlace, 'plant' | 'materialGroup'>

/**
 * Decides which levels review a document, from its amounts and the limits valid now. Called when the document is
 * submitted for approval; the result is kept, so that a later change of a limit neither lets a waiting document pass nor
 * sends an approved one back.
 * @param document its header, with the amounts that the levels name
 * @param goods of its lines: the lowest limit of any of their plants and material groups applies to the whole document,
 * because goods of a strict group must not pass with others
 */
export async function decideRoute<const L extends Levels>(
  tx: Transaction,
  chain: ApprovalRoute<L>,
  document: { companyCode: string } & Readonly<Record<string, unknown>>,
  goods: readonly LimitedGoods[] = [],
): Promise<DecidedRoute<L>> {
  const { companyCode } = document
  const header: Record<string, unknown> = {}
  for (const { by, above } of chain.levels) {
    if (above === undefined) continue
    // oxlint-disable-next-line no-await-in-loop -- cached, one read for each level at most
    const { limit, isOfGroup } = await readLimit(tx, above.parameter, companyCode, goods)
    const reason = routeReason((document[above.field] ?? null) as Money | null, limit)
    header[`needs${by}`] = reason === 'aboveLimit' && isOfGroup ? 'aboveGroupLimit' : reason
    header[`limit${by}`] = parseMoney(limit)
  }
  return {
    header: header as Partial<RowOf<RouteFields<L>>>,
    state: stateAfterLevel(chain, undefined, header) as L[number]['state'],
  }
}

/** The lowest limit of the goods; that of the company without any. */
async function readLimit(
  tx: Transaction,
  name: string,
  companyCode: string,
  goods: readonly LimitedGoods[],
): Promise<{ limit: number; isOfGroup: boolean }> {
  if (!isParameterName(name)) throw new Error(`no business parameter ${name}`)
  if (businessParameters[name].kind !== 'integer')
    throw new Error(`the limit ${name} is no integer`)
  const reader = await parameterReader(tx, name)
  const limitAt = (place: LimitedGoods) => Number(reader({ companyCode, ...place }))
  const ofCompany = limitAt({})
  const limit = goods.length === 0 ? ofCompany : Math.min(...goods.map(limitAt))
  return { limit, isOfGroup: limit !== ofCompany }
}
