import { isPositive, isZero, type Quantity } from '@kufang/kernel/quantity.ts'
import type { EffectContext } from '../document/act/effects.ts'
import { refreshReservedQuantities, releaseUnclaimed } from '../requisition/public.ts'
import { releaseHolds } from '../stock/public.ts'
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
  await refreshReservedQuantities(tx, companyCode, requisitionsOf(lines))
  for (const id of requisitionsOf(lines)) {
    const { lines: asked } = await documents.load('requisition', companyCode, id)
    const finished = asked
      .filter(
        (line) =>
          isZero(line['openQuantity'] as Quantity) &&
          isPositive(line['reservedQuantity'] as Quantity),
      )
      .map((line) => ({ lineNo: line.lineNo, quantity: line['reservedQuantity'] as Quantity }))
    if (finished.length > 0)
      await releaseHolds(tx, {
        companyCode,
        documentType: 'requisition',
        documentId: id,
        now,
        kind: 'reservation',
        lines: finished,
      })
  }
  await refreshReservedQuantities(tx, companyCode, requisitionsOf(lines))
  await releaseUnclaimed(tx, { companyCode, ids: requisitionsOf(lines), now })
}
