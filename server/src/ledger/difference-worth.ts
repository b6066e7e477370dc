import { negateMoney, proportionOfMoney, zeroMoney, type Money } from '@kufang/kernel/money.ts'
import { isNegative, isZero, negateQuantity, type Quantity } from '@kufang/kernel/quantity.ts'
import type { BookPrice } from './queries/read-book-prices.ts'

/** What a difference found in the stock is worth at this price, short ones negative; null if there is no price. */
export function worthOfDifference(
  difference: Quantity,
  price: BookPrice | null | undefined,
): Money | null {
  if (isZero(difference)) return zeroMoney
  if (!price) return null
  const { amount, quantity } = price
  return isNegative(difference)
    ? negateMoney(proportionOfMoney(amount, negateQuantity(difference), quantity))
    : proportionOfMoney(amount, difference, quantity)
}
