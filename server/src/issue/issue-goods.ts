import { textOf } from '@kufang/kernel/text-of.ts'
import type { goodsIssue } from '@kufang/contract/issue/goods-issue.ts'
import { isPositive, isZero, type Quantity } from '@kufang/kernel/quantity.ts'
import { refuseAll } from '@kufang/kernel/refusal.ts'
import type { ContextOf, WantedMove } from '../document/act/effects.ts'
import { chargeOf, lacksAccount } from '../document/books/account-assignment.ts'
import { refreshReservedQuantities, withUnit } from '../requisition/public.ts'
import { releaseHolds, stockKey } from '../stock/public.ts'
import { finalIssuesOf } from './final-issue.ts'
import { keepReasons } from './changed-proposal.ts'
import { keyOf, requisitionsOf, type IssueLine } from './issued-goods.ts'
import { pickGoods } from './pick-goods.ts'

type Context<N extends string> = ContextOf<typeof goodsIssue, N>

/** Issues the goods to the recipient; stock held for the requisition is consumed first. */
export async function issueGoods(context: Context<'issue'>): Promise<void> {
  if (context.document.issueMode === 'urgent') return issuePapered(context)
  await pickGoods(context)
  const mustHaveReasons = await keepReasons(context)
  const { tx, document, lines, now } = context
  const companyCode = document.companyCode
  await consume(context, (line) => ({
    from: keyOf(document, line),
    consumesHold: {
      kind: 'reservation',
      documentType: 'requisition',
      documentId: line.sourceId!,
      lineNo: line.sourceLine!,
    },
  }))
  context.setHeader({ issueMode: 'selfPickup' })
  context.afterwards(async () => {
    mustHaveReasons()
    // If other stock than the held stock was taken, the remaining holds of a finished line are released. A fully
    // consumed hold is not released, because a released hold could not be restored when this issue is reversed.
    await refreshReservedQuantities(tx, companyCode, requisitionsOf(lines))
    for (const id of requisitionsOf(lines)) {
      const { lines: asked } = await context.documents.load('requisition', companyCode, id)
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
  })
}

/** Goods that left in an emergency, once their requisition is approved: they are with the unit already. */
async function issuePapered(context: Context<'issue'>): Promise<void> {
  const { document, lines, problem } = context
  if (lines.some((line) => lacksAccount(document, line)))
    throw refuseAll([problem('account-assignment-missing', {})])
  await consume(context, (line) => ({ from: withUnit(document, line) }))
}

/** Moves the goods of each line to what they are charged to, from where they are. */
async function consume(
  context: Context<'issue'>,
  whence: (line: IssueLine) => Pick<WantedMove, 'from' | 'consumesHold'>,
): Promise<void> {
  const { document, lines } = context
  const { companyCode, plant } = document
  const finals = await finalIssuesOf(context)
  for (const line of lines) {
    const finalIssue = finals.get(line.lineNo) ?? null
    context.setLine(line.lineNo, { finalIssue })
    await context.move({
      ...whence(line),
      lineNo: line.lineNo,
      to: stockKey({ companyCode, place: 'consumption', plant, materialNo: line.materialNo }),
      quantity: line.quantity,
      ...chargeOf(document, line),
      item: {
        reservation: line.reservationNo || undefined,
        reservationItem: textOf(line.reservationLine) || undefined,
        glAccount: document.glAccount || undefined,
        recipient: document.recipient || undefined,
        finalIssue: finalIssue === 'final' || undefined,
      },
    })
  }
}
