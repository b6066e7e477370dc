import type { goodsIssue } from '@kufang/contract/issue/goods-issue.ts'
import type { ContextOf } from '../document/act/effects.ts'
import { finalIssuesOf } from './final-issue.ts'
import { keepReasons } from './changed-proposal.ts'
import { chargedAs, consumptionKey, heldFor, keyOf } from './issued-goods.ts'
import { pickGoods } from './pick-goods.ts'
import { releaseFinished } from './release-finished.ts'

type Context<N extends string> = ContextOf<typeof goodsIssue, N>

/** Issues the goods to the recipient; stock held for the requisition is consumed first. */
export async function issueGoods(context: Context<'issue'>): Promise<void> {
  await pickGoods(context)
  const mustHaveReasons = await keepReasons(context)
  const { document, lines } = context
  const finals = await finalIssuesOf(context)
  for (const line of lines) {
    const finalIssue = finals.get(line.lineNo) ?? null
    context.setLine(line.lineNo, { finalIssue })
    await context.move({
      lineNo: line.lineNo,
      from: keyOf(document, line),
      to: consumptionKey(document, line),
      quantity: line.quantity,
      ...chargedAs(document, line, finalIssue),
      consumesHold: heldFor(line),
    })
  }
  context.setHeader({ issueMode: 'selfPickup', deliveryPlace: null })
  context.afterwards(async () => {
    mustHaveReasons()
    await releaseFinished(context)
  })
}
