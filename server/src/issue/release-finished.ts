import type { EffectContext } from '../document/effects/effects.ts'
import { refreshReservedQuantities, releaseUnclaimed } from '../requisition/public.ts'
import { requisitionsOf, type IssueHeader, type IssueLine } from './issued-goods.ts'

type Context = Pick<
  EffectContext<IssueHeader, IssueLine, unknown, unknown, string, string>,
  'tx' | 'document' | 'lines' | 'now' | 'documents'
>

/**
 * If other stock than the held stock was taken, the remaining holds of a finished line of a requisition are released. A fully
 * consumed hold is not released, because a released hold could not be restored when the issue is reversed.
 */
export async function releaseFinished(context: Context): Promise<void> {
  const { tx, document, lines, now, documents } = context
  const { companyCode } = document
  const ids = requisitionsOf(lines)
  await refreshReservedQuantities(tx, companyCode, ids)
  await releaseUnclaimed(tx, documents, { companyCode, ids, now })
}
