import type { Random } from '../../../platform/testing/random.ts'
import { positionOf } from './choose-stock.ts'
import type { BinOperation, Operation, PlaceOperation, Scope } from './operation.ts'
import { goodsOf, ownGoods, poolsToIssue } from './pools.ts'
import { oneOf, pieces, several, stepOf } from './random.ts'
import type { State } from './state.ts'
import { free } from './sums.ts'

// Random operations on bins and places.

export function drawBins(
  state: State,
  random: Random,
  type: BinOperation['type'],
  isBold: boolean,
): Operation | null {
  if (type === 'undoBin') {
    const move = positionOf(random, state.binMoves, isBold, (paper) => paper.state === 'executed')
    return move === null ? null : { type, move }
  }
  const there = ownGoods.flatMap((goods) => {
    const filled = poolsToIssue(goods).filter((pool) => isBold || free(state, pool) > 0)
    return filled.length === 0 ? [] : [oneOf(random, filled)]
  })
  if (there.length === 0) return null
  const lines = several(random, there, 3).map((from) => {
    const left = free(state, from)
    const isWhole = !isBold && random() < 0.3
    return { from, quantity: isWhole ? left : pieces(random, left, isBold, stepOf(goodsOf(from))) }
  })
  return { type, lines }
}

const scopes: readonly Scope[] = ['A-01', 'A-02', 'area', 'location']

export function drawPlaces(
  state: State,
  random: Random,
  type: PlaceOperation['type'],
  isBold: boolean,
): Operation | null {
  const isFrozen = ({ state: now }: State['placeFreezes'][number]) => now === 'frozen'
  if (type !== 'freezePlace') {
    const freeze = positionOf(random, state.placeFreezes, isBold, isFrozen)
    return freeze === null ? null : { type, freeze }
  }
  const standing = state.placeFreezes.filter(isFrozen)
  if (isBold && standing.length > 0) {
    const { place, scope } = oneOf(random, standing)
    return { type, place, scope }
  }
  return { type, place: random() < 0.7 ? 1 : 2, scope: oneOf(random, scopes) }
}
