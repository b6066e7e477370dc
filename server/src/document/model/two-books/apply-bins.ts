import type { Answer, BinOperation, PlaceOperation } from './operation.ts'
import { moveGoods, newPaper, takeBack } from './papers.ts'
import { goodsOf, inSecondBin, keyOf, type Pool } from './pools.ts'
import type { State } from './state.ts'

/** The same goods in the other bin of the first storage location. */
export const inOtherBin = (pool: Pool): Pool => {
  const second = inSecondBin(goodsOf(pool))
  return pool === second ? keyOf(pool) : second
}

/** Enters accepted goods in another bin, or that they are back. */
export function applyBins(state: State, operation: BinOperation, { id }: Answer): void {
  if (operation.type === 'undoBin') {
    const paper = state.binMoves[operation.move]!
    takeBack(state, paper)
    paper.state = 'undone'
    return
  }
  const paper = newPaper(state, 'location-adjustment', id, 'executed')
  state.binMoves.push(paper)
  for (const [index, { from, quantity }] of operation.lines.entries())
    moveGoods(state, paper, {
      line: index + 1,
      goods: goodsOf(from),
      from,
      to: inOtherBin(from),
      quantity,
      part: 'bin',
    })
}

/** Enters that a place is frozen or no longer. */
export function applyPlaces(state: State, operation: PlaceOperation, { id }: Answer): void {
  if (operation.type === 'freezePlace') {
    const { place, scope } = operation
    return void state.placeFreezes.push({ id, place, scope, state: 'frozen' })
  }
  const isReleased = operation.type === 'releasePlace'
  state.placeFreezes[operation.freeze]!.state = isReleased ? 'released' : 'cancelled'
}
