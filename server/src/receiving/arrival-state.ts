import type { arrival } from '@kufang/contract/receiving/arrival.ts'
import type { LineOf } from '@kufang/contract/document/declare/define-document.ts'
import {
  addQuantity,
  compareQuantity,
  isPositive,
  zeroQuantity,
  type Quantity,
} from '@kufang/kernel/quantity.ts'

type Line = LineOf<typeof arrival>

/** The state of an arrival that follows from what is received of its lines, and closed of them. */
export function stateWithClosed(
  lines: readonly Line[],
  closed: (line: Line) => Quantity,
): 'received' | 'partlyReceived' | 'arrived' {
  const done = (line: Line) => line.doneQuantity ?? zeroQuantity
  const isOver = lines.every(
    (line) => compareQuantity(addQuantity(done(line), closed(line)), line.quantity) >= 0,
  )
  if (isOver) return 'received'
  return lines.some((line) => isPositive(done(line))) ? 'partlyReceived' : 'arrived'
}
