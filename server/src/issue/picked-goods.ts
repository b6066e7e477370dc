import type { goodsIssue } from '@kufang/contract/issue/goods-issue.ts'
import { isPositive, subtractQuantity } from '@kufang/kernel/quantity.ts'
import { entryOf, itemAt } from '@kufang/kernel/present.ts'
import { sourceOfLine } from '../document/effects/source-of-line.ts'
import type { ContextOf } from '../document/effects/effects.ts'
import { refreshReservedQuantities } from '../requisition/public.ts'
import { handHoldsOver } from '../ledger/public.ts'
import { keepReasons } from './changed-proposal.ts'
import { heldFor, keyOf, requisitionsOf, type IssueHeader, type IssueLine } from './issued-goods.ts'
import { pickGoods } from './pick-goods.ts'

// Goods on the picking cart are not available to others (spec domain.md: 可用 = UU − reserved − frozen − picked): their issue
// holds them, what their requisition held of them included.

type Context<N extends string> = ContextOf<typeof goodsIssue, N>
type Ending = Context<'unpick'> | Context<'issue'> | Context<'dispatch'>

/**
 * Holds the goods of each line for the issue: what the requisition holds there, and the rest of what is free. Other stock
 * than is proposed needs its reason here, where the keeper stands before it.
 */
export async function holdPicked(context: Context<'pick'>): Promise<void> {
  await pickGoods(context)
  const mustHaveReasons = await keepReasons(context)
  const { tx, document, lines, session, now } = context
  const { companyCode } = document
  const handed = await handHoldsOver(tx, {
    companyCode,
    userId: session.userId,
    userName: session.userName,
    now,
    rows: lines.map((line) => ({
      from: heldFor(line),
      to: holderOf(document, line),
      key: keyOf(document, line),
      quantity: line.quantity,
    })),
  })
  context.reserve(
    lines.flatMap((line, index) => {
      const quantity = subtractQuantity(line.quantity, itemAt(handed, index))
      return isPositive(quantity)
        ? [{ lineNo: line.lineNo, key: keyOf(document, line), quantity }]
        : []
    }),
  )
  context.afterwards(async () => {
    mustHaveReasons()
    await refreshReservedQuantities(tx, companyCode, requisitionsOf(lines))
  })
}

/**
 * Ends what an issue holds of picked goods: what its requisition held is held for it again, from where an issue consumes it,
 * and the rest is free. Nothing of a draft.
 */
export async function letGoOfPicked(context: Ending): Promise<void> {
  const { tx, document, documents, lines, session, now } = context
  if (document.state !== 'picked') return
  const { companyCode } = document
  // Asked for together, they are read and locked in one statement.
  const headers = await Promise.all(
    requisitionsOf(lines).map((id) => documents.loadHeader('requisition', companyCode, id)),
  )
  const numbers = new Map(headers.map(({ id, docNo }) => [id, docNo]))
  await handHoldsOver(tx, {
    companyCode,
    userId: session.userId,
    userName: session.userName,
    now,
    rows: lines.map((line) => ({
      from: holderOf(document, line),
      to: { ...heldFor(line), documentNo: entryOf(numbers, sourceOfLine(line).id) },
      key: keyOf(document, line),
      quantity: 'handed',
    })),
  })
  context.releaseReservations()
}

/** The picking is undone: the goods lie in their bins again. */
export async function unpickGoods(context: Context<'unpick'>): Promise<void> {
  await letGoOfPicked(context)
  const { tx, document, lines } = context
  context.afterwards(() =>
    refreshReservedQuantities(tx, document.companyCode, requisitionsOf(lines)),
  )
}

/** The line that holds picked goods. */
const holderOf = ({ id, docNo }: IssueHeader, { lineNo }: IssueLine) => ({
  documentType: 'goods-issue',
  documentId: id,
  documentNo: docNo,
  lineNo,
})
