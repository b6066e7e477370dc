import type { goodsReceipt } from '@kufang/contract/receiving/goods-receipt.ts'
import { refuseAll } from '@kufang/kernel/refusal.ts'
import { isPositive } from '@kufang/kernel/quantity.ts'
import { entryOf, itemWith } from '@kufang/kernel/present.ts'
import type { ContextOf } from '../document/effects/effects.ts'
import { problemsOfFilledBins } from '../document/draft/stock-lines.ts'
import { movesOfDocument } from '../ledger/public.ts'
import { problemsOfCountedBins } from '../stocktake/public.ts'

/**
 * Puts goods of a receipt that nobody has reviewed yet into the bin they really lie in (trade review 29): what holds them
 * follows, and the ERP, which knows no bins, is told of the receipt as it would have been.
 * @throws Refusal `bin-same` if no bin is another one, the refusals of a bin that receives goods, `bin-being-counted` for
 * either bin, and `stock-moved-on` or `stock-held` with the document that took them or names their bin
 */
export async function correctBins(
  context: ContextOf<typeof goodsReceipt, 'correctBin'>,
): Promise<void> {
  const { tx, today, document, lines, lineInput, problem, move, setLine } = context
  const given = new Map(lineInput.map(({ lineNo, bin }) => [lineNo, bin]))
  const entered = lines
    .filter(({ lineNo }) => given.has(lineNo))
    .map((line) => ({ ...line, correctBin: entryOf(given, line.lineNo) }))
  const changed = entered.filter(({ bin, correctBin }) => bin !== correctBin)
  if (changed.length === 0)
    throw refuseAll(entered.map(({ lineNo, bin }) => problem('bin-same', { bin }, lineNo, 'bin')))
  const [filled, counted, recorded] = await Promise.all([
    problemsOfFilledBins(tx, today, document, changed, 'correctBin'),
    problemsOfCountedBins(tx, document, changed, ['bin', 'correctBin']),
    movesOfDocument(tx, document.companyCode, 'goods-receipt', document.id),
  ])
  const problems = [...filled, ...counted]
  if (problems.length > 0) throw refuseAll(problems.map((one) => ({ ...one, field: 'bin' })))
  for (const { lineNo, correctBin } of changed) {
    // Where its latest movement has put it; the first one is that of the receipt.
    const { to: from, remaining } = itemWith(
      recorded,
      (one) => one.lineNo === lineNo && one.reverses === null && isPositive(one.remaining),
    )
    const to = { ...from, bin: correctBin }
    await move({ lineNo, from, to, quantity: remaining, takesHolds: true })
    setLine(lineNo, { bin: correctBin })
  }
}
