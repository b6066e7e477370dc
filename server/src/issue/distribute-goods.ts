import type { goodsIssue } from '@kufang/contract/issue/goods-issue.ts'
import {
  isPositive,
  subtractQuantity,
  zeroQuantity,
  type Quantity,
} from '@kufang/kernel/quantity.ts'
import { refuseAll } from '@kufang/kernel/refusal.ts'
import type { ContextOf } from '../document/effects/effects.ts'
import { materialsNotDelivered } from '../masters/public.ts'
import { refreshReservedQuantities } from '../requisition/public.ts'
import { keepReasons } from './changed-proposal.ts'
import { distribution } from './distribution-of-issues.ts'
import { finalIssuesOf } from './final-issue.ts'
import {
  chargedAs,
  distributionKey,
  heldFor,
  issuedKey,
  keyOf,
  requisitionsOf,
} from './issued-goods.ts'
import { pickGoods } from './pick-goods.ts'
import { letGoOfPicked } from './picked-goods.ts'
import { deliverySales } from './sale-delivery.ts'
import { releaseFinished } from './release-finished.ts'

// Goods that are delivered (spec domain.md 1.3): out of their bin into the place 配送在途, from there to the unit when it
// signs, or back into their bin. The ERP is told of the issue only. The distribution order says where they are meanwhile;
// it has no movements of its own, so that the reversal of the issue takes all of them back.

type Context<N extends string> = ContextOf<typeof goodsIssue, N>

/** The goods leave their bins, and a distribution order is made of them. */
export async function dispatchGoods(context: Context<'dispatch'>): Promise<void> {
  await mustBeDelivered(context)
  await pickGoods(context)
  const mustHaveReasons = await keepReasons(context)
  await finalIssuesOf(context)
  await deliverySales(context)
  await letGoOfPicked(context)
  const { tx, document, documents, lines } = context
  const { companyCode } = document
  for (const line of lines)
    await context.move({
      lineNo: line.lineNo,
      from: keyOf(document, line),
      to: distributionKey(document, line),
      quantity: line.quantity,
      consumesHold: heldFor(line),
    })
  context.setHeader({ issueMode: 'distribution' })
  context.afterwards(async () => {
    mustHaveReasons()
    await refreshReservedQuantities(tx, companyCode, requisitionsOf(lines))
    await distribution().begin(documents, document, lines)
  })
}

/** Refuses goods that the distribution catalogue excludes, each on its line. */
async function mustBeDelivered(context: Context<'dispatch'>): Promise<void> {
  const { tx, document, lines, problem, today } = context
  const { companyCode, plant } = document
  const excluded = new Map(
    (
      await materialsNotDelivered(
        tx,
        companyCode,
        plant,
        lines.map(({ materialNo }) => materialNo),
        today,
      )
    ).map(({ materialNo, reason }) => [materialNo, reason]),
  )
  const problems = lines.flatMap(({ lineNo, materialNo }) => {
    const reason = excluded.get(materialNo)
    return reason === undefined
      ? []
      : [problem('material-not-delivered', { material: materialNo, reason }, lineNo)]
  })
  if (problems.length > 0) throw refuseAll(problems)
}

/** What the unit signed for is issued; what it refused stays in distribution, and is open at the requisition again. */
export async function deliverGoods(context: Context<'deliver'>): Promise<void> {
  const { document, lines, lineInput, setLine } = context
  const accepted = new Map(lineInput.map((line) => [line.lineNo, line.acceptedQuantity]))
  const taken = lines
    .map((line) => ({ ...line, quantity: accepted.get(line.lineNo) ?? zeroQuantity }))
    .filter(({ quantity }) => isPositive(quantity))
  const finals = await finalIssuesOf({ ...context, lines: taken }, true)
  const refused: { lineNo: number; quantity: Quantity }[] = []
  for (const line of lines) {
    const { lineNo } = line
    const quantity = accepted.get(lineNo) ?? zeroQuantity
    const refusedQuantity = subtractQuantity(line.quantity, quantity)
    const final = finals.get(lineNo)
    setLine(lineNo, { refusedQuantity, ...(final ?? { finalIssue: null }) })
    if (isPositive(refusedQuantity)) refused.push({ lineNo, quantity: refusedQuantity })
    if (!isPositive(quantity)) continue
    await context.move({
      lineNo,
      from: distributionKey(document, line),
      to: issuedKey(document, line),
      quantity,
      secondOf: { quantity: line.quantity, before: zeroQuantity },
      ...chargedAs(document, line, final?.finalIssue),
    })
  }
  if (refused.length > 0) await context.releaseQuantities(refused)
  context.afterwards(() => releaseFinished(context))
}

/** What the unit refused lies in the bin it came from again, and is held for the requisition as it was. */
export function putRefusedBack(context: Context<'putBack'>): void {
  const { lines, reverseMoves, afterwards } = context
  reverseMoves(
    lines.flatMap(({ lineNo, refusedQuantity }) =>
      refusedQuantity !== null && isPositive(refusedQuantity)
        ? [{ lineNo, quantity: refusedQuantity, into: 'in-distribution' as const }]
        : [],
    ),
  )
  afterwards(() => releaseFinished(context))
}
