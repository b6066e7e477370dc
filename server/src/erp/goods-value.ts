import { ErpFailure } from './client/erp-failure.ts'
import type { ErpConnections } from './gateway.ts'
import { InterfaceProblem, type InterfaceSettings } from './interface-settings.ts'
import type { ErpPlace, GoodsValues } from './posting-model.ts'
import type { CallLogContext } from './call-log.ts'
import { valuesOfAccounting, valuesOfPrice, valuesOfView } from './s4/goods-values.ts'
import type { ErpDocument } from './s4/material-document.ts'

const readers = {
  'accounting-document': { interfaceCode: 'accounting-document', read: valuesOfAccounting },
  'goods-movement-view': { interfaceCode: 'goods-movement-view', read: valuesOfView },
  'valuation-price': { interfaceCode: 'product', read: valuesOfPrice },
} as const

/**
 * What posted goods are worth to the ERP, by the source configured for the interface of material documents: the one place
 * that says it. The amount in the material document itself is what the sender entered, so it is never used. An item that
 * the source does not know yet has no value: the estimate of its movement stands until one answers.
 */
export async function valuesOfGoods(
  connections: ErpConnections,
  context: CallLogContext,
  { valueSource }: Pick<InterfaceSettings, 'valueSource'>,
  document: ErpDocument,
  signal: AbortSignal,
): Promise<GoodsValues> {
  const none: GoodsValues = { source: valueSource, byItem: new Map() }
  if (valueSource === 'none') return none
  const { interfaceCode, read } = readers[valueSource]
  try {
    const { client, settings } = await connections.connect(context.companyCode, interfaceCode)
    if (!settings.isOn) return none
    const call = connections.logged({ ...context, interfaceCode }, signal)
    return { source: valueSource, byItem: await read(client, document, call) }
  } catch (error) {
    if (!(error instanceof ErpFailure) && !(error instanceof InterfaceProblem)) throw error
    return none
  }
}

/**
 * Whether a movement has no value by nature, so that none is waited for: inside one valuation area the ERP moves quantity
 * only (311, 313, 315, 321, 322, 343, 344, 349, 350), and what it does not own or has not accepted is not valued.
 */
export function isWithoutValue({
  from,
  to,
}: {
  from: ErpPlace | null
  to: ErpPlace | null
}): boolean {
  if (from !== null && to !== null && areaOf(from) === areaOf(to)) return true
  const isUnvalued = (place: ErpPlace) =>
    place.stockCategory === 'GRB' || place.specialStock === 'K'
  if (to !== null) return isUnvalued(to) && (from === null || isUnvalued(from))
  // What leaves the stock of a consignor may be a withdrawal, which is valued.
  return from !== null && from.stockCategory === 'GRB'
}

/** The stock that shares a price in the ERP; receipt blocked and consignment stock have none. */
function areaOf({ plant, stockCategory, specialStock, specialStockReference }: ErpPlace): string {
  if (stockCategory === 'GRB' || specialStock === 'K') return `unvalued/${plant}`
  return [
    plant,
    specialStock === 'O' ? '' : specialStock,
    specialStock === 'O' ? '' : specialStockReference,
  ].join('/')
}
