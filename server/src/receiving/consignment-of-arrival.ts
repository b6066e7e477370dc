import type { arrival } from '@kufang/contract/receiving/arrival.ts'
import type { LineOf } from '@kufang/contract/document/declare/define-document.ts'
import { addQuantity, subtractQuantity, zeroQuantity } from '@kufang/kernel/quantity.ts'
import { refuseAll } from '@kufang/kernel/refusal.ts'
import type { ContextOf } from '../document/effects/effects.ts'
import { stateWithClosed } from './arrival-state.ts'

// What a consignment closing does to the arrival: the quantity is not received any more, and the delivery note has it again.

type Closing = ContextOf<typeof arrival, 'closeConsignment' | 'reopenConsignment'>
type Line = LineOf<typeof arrival>

/** Sets what is closed of the lines, what may still be received, and the state that follows from what is left. */
function setClosed(
  { lines, lineInput, setLine, setState }: Closing,
  change: typeof addQuantity,
  changeBack: typeof addQuantity,
): void {
  const changed = new Map(lineInput.map(({ lineNo, closedNow }) => [lineNo, closedNow]))
  const closed = (line: Line) => {
    const before = line.closedQuantity ?? zeroQuantity
    const now = changed.get(line.lineNo)
    return now === undefined ? before : change(before, now)
  }
  for (const line of lines) {
    const now = changed.get(line.lineNo)
    if (now === undefined) continue
    const accepted = line.acceptedQuantity ?? zeroQuantity
    setLine(line.lineNo, {
      closedQuantity: closed(line),
      acceptedQuantity: changeBack(accepted, now),
    })
  }
  setState(stateWithClosed(lines, closed))
}

const closedOf = ({ lineInput }: Closing) =>
  lineInput.map(({ lineNo, closedNow }) => ({ lineNo, quantity: closedNow }))

export const consignmentEffects = {
  async closeConsignment(context: ContextOf<typeof arrival, 'closeConsignment'>): Promise<void> {
    setClosed(context, addQuantity, subtractQuantity)
    await context.releaseQuantities(closedOf(context))
  },
  /** Refused if the supplier has delivered it again meanwhile, because then it would have arrived twice. */
  async reopenConsignment(context: ContextOf<typeof arrival, 'reopenConsignment'>): Promise<void> {
    setClosed(context, subtractQuantity, addQuantity)
    const taken = await context.retakeQuantities(closedOf(context))
    if (taken.length > 0)
      throw refuseAll(
        taken.map(({ lineNo, quantity, fromNo, fromLine, free, unit }) =>
          context.problem(
            'consignment-delivered-again',
            { quantity, unit, free, source: `${fromNo}/${fromLine}` },
            lineNo,
          ),
        ),
      )
  },
}
