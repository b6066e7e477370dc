import type { arrival } from '@kufang/contract/receiving/arrival.ts'
import type { LineOf } from '@kufang/contract/document/declare/define-document.ts'
import { addQuantity, subtractQuantity, zeroQuantity } from '@kufang/kernel/quantity.ts'
import type { ContextOf } from '../document/effects/effects.ts'
import { stateWithClosed } from './arrival-state.ts'

// What a test destroyed of an arrival was delivered and is not received any more: the arrival closes it, and the delivery
// note keeps it as arrived.

type Destroyed = ContextOf<typeof arrival, 'recordDestroyed' | 'withdrawDestroyed'>
type Line = LineOf<typeof arrival>

/** Sets what is destroyed of the lines and closed with it, the pieces that are left, and the state that follows. */
function setDestroyed(
  { lines, lineInput, setLine, setState }: Destroyed,
  change: typeof addQuantity,
  piecesOf: (pieces: readonly string[], destroyed: readonly string[]) => string[],
): void {
  const changed = new Map(lineInput.map((one) => [one.lineNo, one]))
  const closed = (line: Line) => {
    const before = line.closedQuantity ?? zeroQuantity
    const given = changed.get(line.lineNo)
    return given === undefined ? before : change(before, given.destroyedQuantity)
  }
  for (const line of lines) {
    const given = changed.get(line.lineNo)
    if (given === undefined) continue
    const pieces = given.destroyedSerialNumbers ?? []
    setLine(line.lineNo, {
      closedQuantity: closed(line),
      destroyedQuantity: change(line.destroyedQuantity ?? zeroQuantity, given.destroyedQuantity),
      ...(pieces.length === 0 ? {} : { serialNumbers: piecesOf(line.serialNumbers ?? [], pieces) }),
    })
  }
  setState(stateWithClosed(lines, closed))
}

/** The effects of an arrival's acts on pieces that its inspection destroyed. */
export const destroyedEffects = {
  recordDestroyed(context: ContextOf<typeof arrival, 'recordDestroyed'>): void {
    setDestroyed(context, addQuantity, (pieces, destroyed) =>
      pieces.filter((one) => !destroyed.includes(one)),
    )
  },
  withdrawDestroyed(context: ContextOf<typeof arrival, 'withdrawDestroyed'>): void {
    setDestroyed(context, subtractQuantity, (pieces, whole) => [...pieces, ...whole])
  },
}
