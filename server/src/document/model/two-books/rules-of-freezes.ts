import type { FreezeOperation } from './operation.ts'
import { weighBack } from './papers.ts'
import { mayTakeBack } from './postings.ts'
import { poolOf } from './pools.ts'
import { total, type Paper, type State } from './state.ts'
import { effectOfMoves, free, heldByFreeze, isHeld, poolsOf, unheld } from './sums.ts'

// What freezes and their releases permit.

export function freezeMay(state: State, operation: FreezeOperation): boolean {
  if (operation.type === 'freeze')
    // Each kind of goods stands on one line.
    return operation.lines.every(
      ({ goods, quantity }) => quantity <= free(state, poolOf(goods, 'UU')),
    )
  const { paper, isSealed, lines } = state.freezes[operation.freeze]!
  if (operation.type === 'cancelFreeze')
    return paper.state === 'reviewed' && mayTakeBack(state, paper) && areGoodsThere(state, paper)
  return (
    ['reviewed', 'partlyReleased'].includes(paper.state) &&
    operation.quantities.some((quantity) => quantity > 0) &&
    lines.every(
      ({ goods, quantity, released }, index) =>
        operation.quantities[index]! <= quantity - released &&
        // Goods that stay unrestricted do not move when their hold ends.
        (isSealed || operation.quantities[index] === 0 || !isHeld(state, poolOf(goods, 'BL'))),
    )
  )
}

/** What is taken back must still be there, free of what others hold, and so must its weight. */
export const areGoodsThere = (state: State, paper: Paper): boolean =>
  mayMoveBack(state, paper) && isFreeToFreeze(state, paper)

/** The same of its movements alone, as it is asked when the reversal is requested. */
export function mayMoveBack(state: State, paper: Paper): boolean {
  const freeze = state.freezes.find((one) => one.paper === paper)
  return (
    poolsOf(paper.moves).every((pool) => {
      // Its own hold is released first.
      const own = freeze === undefined ? 0 : heldByFreeze(freeze, pool)
      const back = effectOfMoves(paper.moves, pool)
      // What a count found and that was not there leaves a frozen place too.
      const mayLeave = paper.name === 'stocktaking' || !isHeld(state, pool)
      return back <= 0 || (mayLeave && back <= unheld(state, pool) + own)
    }) && weighBack(state, paper.moves.toReversed()) !== null
  )
}

/** Goods that moved nothing when they were released are frozen again only if nobody else has them. */
function isFreeToFreeze(state: State, paper: Paper): boolean {
  const release = state.releases.find((one) => one.paper === paper)
  const freeze = release && state.freezes[release.freeze]!
  if (!freeze?.isSealed) return true
  return freeze.lines.every(({ goods }, line) => {
    const back = total(
      release!.lines.filter((one) => one.line === line),
      ({ quantity }) => quantity,
    )
    return back <= free(state, poolOf(goods, 'UU'))
  })
}
