import {
  addQuantity,
  compareQuantity,
  sumQuantities,
  zeroQuantity,
} from '@kufang/kernel/quantity.ts'
import type { Quantity } from '@kufang/kernel/quantity.ts'
import type { MoveRequest, PostedMove } from '../../ledger/public.ts'
import type { BegunAct } from './begin-act.ts'

/**
 * Movements with what their lines were weighed at: each has its share, and the movements of a line with the same
 * movement type together the whole (several bins). Lines that nobody weighed are left to the ledger, and moves whose effect has given it
 * stay as they are.
 */
export function withSecondQuantities({ loaded, work }: BegunAct): MoveRequest[] {
  const lines = new Map(loaded.lines.map((line) => [line.lineNo, line]))
  const moved = new Map<string, Quantity>()
  return work.moves.map((move) => {
    if (move.secondQuantity !== undefined) return move
    const line = { ...lines.get(move.lineNo), ...work.lines.get(move.lineNo) }
    const second = (line['secondQuantity'] as Quantity | null | undefined) ?? null
    const quantity = line['quantity'] as Quantity | undefined
    if (second === null || quantity === undefined) return move
    const step = `${move.lineNo} ${move.movementType} ${move.to.place}`
    const before = moved.get(step) ?? move.secondOf?.before ?? zeroQuantity
    moved.set(step, addQuantity(before, move.quantity))
    return { ...move, secondQuantity: second, secondOf: { quantity, before } }
  })
}

/**
 * Keeps in its lines what moved in the second unit, where nobody entered it and the whole quantity moved: the share of the
 * stock that the ledger has computed.
 */
export function keepSecondQuantities(
  { loaded, work }: BegunAct,
  moves: readonly PostedMove[],
): void {
  const known = moves.filter(
    ({ reverses, secondQuantity }) => reverses === null && secondQuantity !== null,
  )
  if (known.length === 0) return
  const byLine = Map.groupBy(known, ({ lineNo }) => lineNo)
  for (const line of loaded.lines) {
    const [first, ...rest] = byLine.get(line.lineNo) ?? []
    const entered =
      work.lines.get(line.lineNo)?.['secondQuantity'] ?? line['secondQuantity'] ?? null
    if (first === undefined || entered !== null) continue
    const step = [
      first,
      ...rest.filter(
        ({ movementType, to }) =>
          movementType === first.movementType && to.place === first.to.place,
      ),
    ]
    const whole = sumQuantities(step.map(({ quantity }) => quantity))
    if (compareQuantity(whole, line.quantity) !== 0) continue
    const secondQuantity = sumQuantities(step.map((move) => move.secondQuantity!))
    if (compareQuantity(secondQuantity, zeroQuantity) > 0)
      work.lines.set(line.lineNo, { ...work.lines.get(line.lineNo), secondQuantity })
  }
}
