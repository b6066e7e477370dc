import {
  addQuantity,
  isPositive,
  minimumQuantity,
  subtractQuantity,
  sumQuantities,
  zeroQuantity,
  type Quantity,
} from '@kufang/kernel/quantity.ts'
import type { RecordedMove } from './recorded-moves.ts'

/** What of the moves of a line is not reversed, and rests where they have brought it, by key. */
function restingByKey(moves: readonly RecordedMove[]): Map<number, Quantity> {
  const resting = new Map<number, Quantity>()
  const change = (key: number, quantity: Quantity): void =>
    void resting.set(key, addQuantity(resting.get(key) ?? zeroQuantity, quantity))
  for (const { fromKey, toKey, remaining } of moves) {
    change(toKey, remaining)
    change(fromKey, subtractQuantity(zeroQuantity, remaining))
  }
  return new Map([...resting].filter(([, quantity]) => isPositive(quantity)))
}

/** The quantity of a line that its moves can give back: what rests where they have brought it. */
export const leftOfLine = (moves: readonly RecordedMove[]): Quantity =>
  sumQuantities([...restingByKey(moves).values()])

/**
 * How much of each move of a line is reversed to take back a quantity, by move: from where the latest moves have brought the
 * goods, back through all they came by. Goods that went to one bin and on to another come back over both moves.
 * @param moves the latest first
 * @param quantity not more than `leftOfLine`
 */
export function reversedPart(
  moves: readonly RecordedMove[],
  quantity: Quantity,
): Map<string, Quantity> {
  const resting = restingByKey(moves)
  /** What later moves give back to a key, to be taken on by the moves that brought it there. */
  const passing = new Map<number, Quantity>()
  const taken = new Map<string, Quantity>()
  let left = quantity
  for (const { id, fromKey, toKey, remaining } of moves) {
    const passed = minimumQuantity(passing.get(toKey) ?? zeroQuantity, remaining)
    const rests = minimumQuantity(left, resting.get(toKey) ?? zeroQuantity)
    const fresh = minimumQuantity(rests, subtractQuantity(remaining, passed))
    const part = addQuantity(passed, fresh)
    if (!isPositive(part)) continue
    taken.set(id, part)
    left = subtractQuantity(left, fresh)
    resting.set(toKey, subtractQuantity(resting.get(toKey) ?? zeroQuantity, fresh))
    passing.set(toKey, subtractQuantity(passing.get(toKey) ?? zeroQuantity, passed))
    passing.set(fromKey, addQuantity(passing.get(fromKey) ?? zeroQuantity, part))
  }
  return taken
}
