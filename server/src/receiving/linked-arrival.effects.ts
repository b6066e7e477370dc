import { linkedArrival } from '@kufang/contract/receiving/linked-arrival.ts'
import { multiplyMoney } from '@kufang/kernel/money.ts'
import { refuseAll } from '@kufang/kernel/refusal.ts'
import { effectsFor, type ContextOf } from '../document/effects/effects.ts'
import { postingEffects } from '../document/act/shared-effects.ts'
import { purchaseOrderOf } from '../document/books/account-assignment.ts'
import { problemsOfFilledBins, stockOfLine } from '../document/draft/stock-lines.ts'
import { readOrderPrices } from '../external-documents/public.ts'
import { readMaterials, stockBatch } from '../masters/public.ts'
import { batchProblems, recordBatches } from '../ledger/public.ts'
import { supplierKey } from './stock-keys.ts'

/** Puts the goods of the other company into their bins, as a receipt for our internal order (movement type 101). */
async function store(context: ContextOf<typeof linkedArrival, 'store'>): Promise<void> {
  const { tx, document, today, now, move, setLine } = context
  const { companyCode, plant } = document
  const materials = await readMaterials(
    tx,
    context.lines.map(({ materialNo }) => materialNo),
  )
  const lines = context.lines.map((line) => ({
    ...line,
    batch: stockBatch(line, materials.get(line.materialNo)),
  }))
  const problems = await problemsOfFilledBins(tx, today, document, lines, 'bin')
  if (problems.length > 0) throw refuseAll(problems)
  const differing = await recordBatches(
    tx,
    companyCode,
    lines
      .filter(({ batch, valuationType }) => batch && valuationType)
      .map(({ lineNo, materialNo, batch, valuationType }) => ({
        lineNo,
        materialNo,
        batch: batch!,
        valuationType,
        firstReceivedAt: now,
      })),
  )
  if (differing.length > 0)
    throw refuseAll(batchProblems(differing, linkedArrival.lines, context.problem))
  const prices = await readOrderPrices(tx, companyCode, lines)
  for (const line of lines) {
    const { lineNo, quantity } = line
    const price = prices.get(`${line.purchaseOrderNo}/${line.purchaseOrderLine}`)
    const amount = price === undefined ? null : multiplyMoney(price, quantity)
    setLine(lineNo, { amount, batch: line.batch })
    await move({
      lineNo,
      from: supplierKey(companyCode, plant, line.materialNo),
      to: stockOfLine(document, line),
      quantity,
      basis: purchaseOrderOf(document, line),
      ...(amount === null ? {} : { amount, amountSource: 'order-price' as const }),
    })
  }
}

export const linkedArrivalEffects = effectsFor(linkedArrival, {
  actions: { store, ...postingEffects(linkedArrival) },
})
