import { goodsReceipt } from '@kufang/contract/receiving/goods-receipt.ts'
import type { LineOf } from '@kufang/contract/document/declare/define-document.ts'
import { proportionOfMoney } from '@kufang/kernel/money.ts'
import { subtractQuantity, zeroQuantity, type Quantity } from '@kufang/kernel/quantity.ts'
import type { ContextOf } from '../document/effects/effects.ts'
import { partBack } from '../document/act/part-back.ts'
import { postingEffects } from '../document/act/shared-effects.ts'
import { orderOf } from './deliveries-of-order.ts'
import { assertNoRecordRests } from './recorded-rejects.ts'

type Context<N extends string> = ContextOf<typeof goodsReceipt, N>
type Line = LineOf<typeof goodsReceipt>

const { reversePhysical } = postingEffects(goodsReceipt)

/** Takes the goods out of their bins; the arrival is open again. */
export async function takeBackReceipt(context: Context<'reversePhysical'>): Promise<void> {
  await assertNoRecordRests(context)
  await reversePhysical(context)
}

const leftOf = ({ quantity, reversedQuantity }: Line): Quantity =>
  subtractQuantity(quantity, reversedQuantity ?? zeroQuantity)

/**
 * Takes a part of the goods out of their bins, which is open at the arrival again (spec domain.md 1.1); the rest stays
 * received. With nothing left, the receipt is reversed.
 * @throws Refusal as `partBack`; `successor-stands` for rejects that a record is about
 */
export async function takePartBack(context: Context<'reversePart'>): Promise<void> {
  const { document, input, lines, setLine } = context
  const parts = partBack(context, leftOf)
  if (parts === null) {
    await takeBackReceipt(context)
    return context.setState('reversed')
  }
  const backOf = new Map(parts.map(({ lineNo, quantity }) => [lineNo, quantity]))
  const touched = lines.filter(({ lineNo }) => backOf.has(lineNo))
  await assertNoRecordRests({ ...context, lines: touched })
  if (document.state === 'reversalApproved') context.setState('reviewed')
  else context.setHeader({ reversalReason: input.reason })
  context.reverseMoves(parts)
  await context.releaseQuantities(parts)
  // What is open again may arrive, so nothing of these order items is complete.
  const openAgain = new Set(touched.map(orderOf))
  for (const line of lines) {
    if (line.deliveryCompletion === 'completed' && openAgain.has(orderOf(line)))
      setLine(line.lineNo, { deliveryCompletion: 'open' })
    const back = backOf.get(line.lineNo)
    if (back !== undefined && line.amount !== null)
      setLine(line.lineNo, {
        amount: proportionOfMoney(line.amount, subtractQuantity(leftOf(line), back), leftOf(line)),
      })
  }
}
