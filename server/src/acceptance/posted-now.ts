import { erpStatesToPost } from '@kufang/contract/document/erp-state.ts'
import { isPositive, sumQuantities } from '@kufang/kernel/quantity.ts'
import type { DocumentPort } from '../document/effects/effects.ts'
import type { ArrivedLine } from './arrived-lines.ts'

/**
 * Whether the ERP learns now of what left these lines of arrivals: all of them are posted or on their way there, or nothing
 * is left of one to receive, so that no receipt would post it.
 */
export async function arePostedNow(
  { document, documents }: { document: { companyCode: string }; documents: DocumentPort },
  behind: readonly Pick<ArrivedLine<unknown>, 'arrival' | 'arrived'>[],
): Promise<boolean> {
  for (const id of new Set(behind.map(({ arrival }) => arrival.header.id))) {
    const { lines } = await documents.load('arrival', document.companyCode, id)
    const own = new Set(
      behind.filter(({ arrival }) => arrival.header.id === id).map(({ arrived }) => arrived.lineNo),
    )
    for (const line of lines) {
      const erpState = line.lineErpState
      if (!own.has(line.lineNo) || ['posting', 'posted'].includes(erpState)) continue
      const isLeft = isPositive(sumQuantities([line.openQuantity, line.doneQuantity]))
      if (isLeft || !erpStatesToPost.includes(erpState)) return false
    }
  }
  return true
}
