import type { arrival } from '@kufang/contract/receiving/arrival.ts'
import type { LineOf } from '@kufang/contract/document/declare/define-document.ts'
import {
  addQuantity,
  isPositive,
  subtractQuantity,
  zeroQuantity,
  type Quantity,
} from '@kufang/kernel/quantity.ts'
import { refuseAll } from '@kufang/kernel/refusal.ts'
import { itemWith } from '@kufang/kernel/present.ts'
import type { ContextOf } from '../document/effects/effects.ts'
import { notOfSource } from '../document/draft/serial-numbers.ts'
import { stateWithClosed } from './arrival-state.ts'
import { openPieces } from './pieces-of-arrival.ts'

type Context = ContextOf<typeof arrival, 'reversePart'>
type Line = LineOf<typeof arrival>

/**
 * What was counted too high at the gate did not arrive (spec domain.md 1.1: a reversal is of the whole or of a part): it is
 * not received, and the delivery note has it to deliver again. Goods without inspection enter the stock with their receipt
 * only, so nothing moves; what is missing of others is found by their inspection.
 * @throws Refusal `lines-required`; `arrival-part-inspected` {material, quantity, unit}; `serial-number-not-of-source`
 */
export async function reversePartOfArrival(context: Context): Promise<void> {
  const { document, input, lines, lineInput, problem, refuse, setHeader, setLine, setState } =
    context
  const parts = lineInput.flatMap(({ lineNo, quantityBack, serialNumbers }) =>
    isPositive(quantityBack)
      ? [{ line: itemWith(lines, (one) => one.lineNo === lineNo), quantityBack, serialNumbers }]
      : [],
  )
  if (parts.length === 0) throw refuse('lines-required')
  const open = await openPieces(
    context.tx,
    document.companyCode,
    parts.map(({ line }) => ({ ...line, id: document.id, docNo: document.docNo })),
  )
  const openOf = ({ lineNo }: Line) => open.get(`${document.id}/${lineNo}/UU`) ?? []
  const problems = parts.flatMap(({ line, quantityBack: quantity, serialNumbers }) => {
    const { lineNo, materialNo: material, unit } = line
    return line.needsInspection
      ? [problem('arrival-part-inspected', { material, quantity, unit }, lineNo, 'quantityBack')]
      : notOfSource({ lineNo, serialNumbers }, `${document.docNo}/${lineNo}`, openOf(line))
  })
  if (problems.length > 0) throw refuseAll(problems)
  const backOf = new Map(parts.map(({ line, quantityBack }) => [line.lineNo, quantityBack]))
  const closed = ({ lineNo, closedQuantity }: Line): Quantity =>
    addQuantity(closedQuantity ?? zeroQuantity, backOf.get(lineNo) ?? zeroQuantity)
  for (const { line, quantityBack, serialNumbers } of parts) {
    // The pieces are announced again with the delivery note.
    const gone =
      serialNumbers != null && serialNumbers.length > 0
        ? serialNumbers
        : openOf(line).slice(-Number(quantityBack))
    setLine(line.lineNo, {
      closedQuantity: closed(line),
      reversedQuantity: addQuantity(line.reversedQuantity ?? zeroQuantity, quantityBack),
      acceptedQuantity: subtractQuantity(line.acceptedQuantity ?? zeroQuantity, quantityBack),
      ...(line.serialNumbers === null
        ? {}
        : { serialNumbers: line.serialNumbers.filter((one) => !gone.includes(one)) }),
    })
  }
  setHeader({ reversalReason: input.reason })
  setState(stateWithClosed(lines, closed))
  await context.releaseQuantities(
    parts.map(({ line: { lineNo }, quantityBack: quantity }) => ({ lineNo, quantity })),
  )
}
