import { proportionOfDecimal } from '@kufang/kernel/decimal-text.ts'
import {
  addQuantity,
  compareQuantity,
  isNegative,
  isZero,
  minimumQuantity,
  negateQuantity,
  subtractQuantity,
  zeroQuantity,
  type Quantity,
} from '@kufang/kernel/quantity.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import type { Balance, SecondUnit } from './balances.ts'
import type { StockKey } from './key.ts'
import type { RecordedMove } from './recorded-moves.ts'
import type { PlannedMove, SecondShare } from './planned-move.ts'

/** What a move moved in the second unit, for its reversal; null for nothing. */
export function secondShareOf(
  move: RecordedMove,
  before: Quantity = zeroQuantity,
): SecondShare | null {
  const { secondQuantity, quantity, remaining, reversedSecond } = move
  if (secondQuantity === null) return null
  const reversed = subtractQuantity(quantity, remaining)
  return { moved: quantity, second: secondQuantity, reversed, reversedSecond, before }
}

/** Whether a move that a count made of the second quantity alone, without goods, is not reversed yet. */
export const isSecondAloneOpen = ({ quantity, secondQuantity, reversedSecond }: RecordedMove) =>
  isZero(quantity) && secondQuantity !== null && isZero(reversedSecond)

/** `amount × part ÷ whole`, rounded to the decimals of the second unit. */
const share = (amount: Quantity, part: Quantity, whole: Quantity, unit: SecondUnit | undefined) =>
  proportionOfDecimal(amount, part, whole, unit?.decimals ?? 3) as Quantity

/** The planned second quantity of a quantity, rounded to the decimals of the second unit. */
export const plannedSecond = (quantity: Quantity, unit: SecondUnit): Quantity =>
  share(quantity, String(unit.numerator) as Quantity, String(unit.denominator) as Quantity, unit)

/**
 * The second quantity of a move; null if its material has no second unit.
 * - A reversal gives back exactly what was moved; of a part its share, of all parts together the whole. Goods in transit
 *   of several documents lie together, and what is received of them takes its share by the actual ratio: what comes back
 *   from there takes its share of what is left where that is no more than it was, and the last of them what is left.
 * - What a count puts right without moving goods is what it found.
 * - Goods of the stock: what was weighed, otherwise the share by the actual ratio of the balance; the last of them takes
 *   what is left, because zero pieces weigh nothing.
 * - Goods from elsewhere: what was weighed, otherwise by the planned ratio.
 * @param from the balance that the goods leave, as it is before the move; undefined outside the stock
 */
export function secondOfMove(
  move: Pick<PlannedMove, 'from' | 'quantity' | 'second' | 'secondOf' | 'reversedShare'>,
  unit: SecondUnit | undefined,
  from: Balance | undefined,
): Quantity | null {
  const { quantity, reversedShare } = move
  if (reversedShare !== undefined) {
    if (reversedShare === null) return null
    const { moved, second: whole, reversed, reversedSecond, before } = reversedShare
    if (isZero(moved)) return subtractQuantity(whole, reversedSecond)
    const upTo = (part: Quantity) => share(whole, part, moved, unit)
    const begun = addQuantity(reversed, before)
    const taken = isZero(before)
      ? reversedSecond
      : addQuantity(reversedSecond, subtractQuantity(upTo(begun), upTo(reversed)))
    const own = subtractQuantity(upTo(addQuantity(begun, quantity)), taken)
    if (move.from.stockCategory !== 'IT' || from === undefined) return own
    const left = from.secondQuantity ?? zeroQuantity
    const isOwnLeft = compareQuantity(quantity, from.quantity) < 0 && compareQuantity(own, left) < 0
    return isOwnLeft ? own : share(left, quantity, from.quantity, unit)
  }
  const entered = enteredSecond(move, unit)
  if (from === undefined)
    return unit === undefined ? null : (entered ?? plannedSecond(quantity, unit))
  const { secondQuantity: left } = from
  if (isZero(quantity)) return entered
  if (left === null) return null
  // Shortages of the base quantity are refused elsewhere.
  if (compareQuantity(quantity, from.quantity) >= 0) return left
  if (entered === null) return minimumQuantity(share(left, quantity, from.quantity, unit), left)
  // What was weighed when it left is not weighed again: others may have taken a share of it by then.
  return move.from.stockCategory === 'IT' ? minimumQuantity(entered, left) : entered
}

/** What was weighed of a move: all of it, or its share of what was weighed together. */
function enteredSecond(
  { quantity, second, secondOf }: Pick<PlannedMove, 'quantity' | 'second' | 'secondOf'>,
  unit: SecondUnit | undefined,
): Quantity | null {
  if (second === null || secondOf === undefined) return second
  const upTo = (part: Quantity) => share(second, part, secondOf.quantity, unit)
  return subtractQuantity(upTo(addQuantity(secondOf.before, quantity)), upTo(secondOf.before))
}

/** Where goods come from that somebody must have weighed. */
const weighedFrom: ReadonlySet<string> = new Set(['supplier', 'opening'])

/** Goods from a supplier, or initial stock, whose second quantity nobody has entered. */
export function unweighed(move: PlannedMove, unit: SecondUnit | undefined): RefusalDetail[] {
  const { second, reverses, from, lineNo, quantity } = move
  if (unit === undefined || second !== null || reverses !== null || !weighedFrom.has(from.place))
    return []
  const planned = plannedSecond(quantity, unit)
  return [
    {
      code: 'second-quantity-required',
      params: { material: from.materialNo, planned, secondUnit: unit.unit },
      line: lineNo,
      field: 'secondQuantity',
    },
  ]
}

/**
 * Why the balance cannot give the second quantity of a move: it has less of it, or what the move leaves would be a second
 * quantity without goods.
 */
export function secondProblem(
  move: PlannedMove,
  second: Quantity,
  unit: SecondUnit | undefined,
  { quantity, secondQuantity }: Balance,
): RefusalDetail[] {
  const left = secondQuantity ?? zeroQuantity
  const isLast = compareQuantity(move.quantity, quantity) === 0
  const order = compareQuantity(second, left)
  if (isLast ? order === 0 : order <= 0) return []
  return [notInStock(move, move.from, second, unit, { quantity, secondQuantity })]
}

/** The same of the balance that a move fills: pieces are found, and all of them together weigh less than before. */
export function secondProblemOfFilled(
  move: PlannedMove,
  second: Quantity,
  unit: SecondUnit | undefined,
  balance: Balance,
): RefusalDetail[] {
  // The weight alone of pieces that have gone meanwhile.
  if (isZero(move.quantity) && isZero(balance.quantity) && !isZero(second))
    return [notInStock(move, move.to, second, unit, balance)]
  if (!isNegative(second)) return []
  const less = negateQuantity(second)
  if (compareQuantity(less, balance.secondQuantity ?? zeroQuantity) <= 0) return []
  return [notInStock(move, move.to, less, unit, balance)]
}

function notInStock(
  move: PlannedMove,
  { materialNo, bin, batch }: StockKey,
  second: Quantity,
  unit: SecondUnit | undefined,
  { quantity, secondQuantity }: Pick<Balance, 'quantity' | 'secondQuantity'>,
): RefusalDetail {
  return {
    code: move.reverses === null ? 'second-quantity-beyond-stock' : 'second-quantity-moved-on',
    params: {
      material: materialNo,
      bin,
      batch,
      second,
      left: secondQuantity ?? zeroQuantity,
      quantity,
      secondUnit: unit?.unit ?? '',
    },
    line: move.lineNo,
    ...(move.reverses === null && { field: 'secondQuantity' }),
  }
}
