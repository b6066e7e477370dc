import type { Random } from '../../../platform/testing/random.ts'
import { kindOf, plannedGrams, type Goods } from './goods.ts'

export const oneOf = <T>(random: Random, list: readonly T[]): T =>
  list[Math.floor(random() * list.length)]!

/** Later entries more often: something happens to a document while it is young. */
export function position(random: Random, length: number): number | null {
  return length === 0 ? null : Math.floor(Math.sqrt(random()) * length)
}

/** A share of what is available, or some pieces more. */
export function pieces(random: Random, available: number, isBold: boolean, step = 1): number {
  if (isBold && random() < 0.6) return Math.max(available, 0) + 1 + Math.floor(random() * 5)
  const share = Math.round(available * (0.15 + 0.85 * random()))
  const whole = random() < 0.7 ? Math.floor(share / step) * step : share
  return Math.max(1, whole)
}

/** Mostly one of them, or up to so many. */
export function several<T>(random: Random, list: readonly T[], most: number): T[] {
  const wanted = random() < 0.4 ? 1 : 1 + Math.floor(random() * most)
  const left = [...list]
  return Array.from(
    { length: Math.min(wanted, left.length) },
    () => left.splice(Math.floor(random() * left.length), 1)[0]!,
  )
}

/** The pieces of one or several whole other units. */
export const stepOf = (goods: Goods): number => kindOf(goods).unit?.numerator ?? 1

/** Pieces that weigh up to four percent more or less than planned. */
export function weighed(random: Random, goods: Goods, quantity: number) {
  const planned = plannedGrams(goods, quantity)
  const grams = planned === null ? null : Math.round(planned * (0.96 + 0.08 * random()))
  return { quantity, grams }
}
