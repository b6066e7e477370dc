import type { goodsIssue } from '@kufang/contract/issue/goods-issue.ts'
import { refuseAll } from '@kufang/kernel/refusal.ts'
import type { ContextOf, WantedMove } from '../document/effects/effects.ts'
import { lacksAccount } from '../document/books/account-assignment.ts'
import { withUnit } from '../requisition/public.ts'
import { finalIssuesOf } from './final-issue.ts'
import { keepReasons } from './changed-proposal.ts'
import { chargedAs, heldFor, issuedKey, keyOf, type IssueLine } from './issued-goods.ts'
import { pickGoods } from './pick-goods.ts'
import { letGoOfPicked } from './picked-goods.ts'
import { deliverySales, type LineDelivery } from './sale-delivery.ts'
import { releaseFinished } from './release-finished.ts'

type Context<N extends string> = ContextOf<typeof goodsIssue, N>

/** Issues the goods to the recipient; stock held for the requisition is consumed first. */
export async function issueGoods(context: Context<'issue'>): Promise<void> {
  if (context.document.issueMode === 'urgent') return issuePapered(context)
  await pickGoods(context)
  const mustHaveReasons = await keepReasons(context)
  const deliveries = await deliverySales(context)
  await letGoOfPicked(context)
  const { document } = context
  await consume(
    context,
    (line) => ({ from: keyOf(document, line), consumesHold: heldFor(line) }),
    deliveries,
  )
  context.setHeader({ issueMode: 'selfPickup', deliveryPlace: null })
  context.afterwards(async () => {
    mustHaveReasons()
    await releaseFinished(context)
  })
}

/**
 * Goods that left in an emergency, once their requisition is approved: they are with the unit already, and the approval has
 * checked the permit and the safety data sheets of dangerous ones.
 */
async function issuePapered(context: Context<'issue'>): Promise<void> {
  const { document, lines, problem } = context
  if (lines.some((line) => lacksAccount(document, line)))
    throw refuseAll([problem('account-assignment-missing', {})])
  await consume(context, (line) => ({ from: withUnit(document, line) }))
}

/** Moves the goods of each line to what they are charged to, or to the unit's storage location, from where they are. */
async function consume(
  context: Context<'issue'>,
  whence: (line: IssueLine) => Pick<WantedMove, 'from' | 'consumesHold'>,
  deliveries: ReadonlyMap<number, LineDelivery> = new Map(),
): Promise<void> {
  const { document, lines } = context
  const finals = await finalIssuesOf(context)
  for (const line of lines) {
    const final = finals.get(line.lineNo)
    context.setLine(line.lineNo, final ?? { finalIssue: null })
    await context.move({
      ...whence(line),
      lineNo: line.lineNo,
      to: issuedKey(document, line),
      quantity: line.quantity,
      ...chargedAs(
        document,
        line,
        final?.finalIssue,
        deliveries.get(line.lineNo) ?? { deliveryNo: null, deliveryItem: null },
      ),
    })
  }
}
