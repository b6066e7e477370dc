import { inOtherBin } from './apply-bins.ts'
import type { BinOperation, PlaceOperation } from './operation.ts'
import { binOf, placeOf, type StorageBin } from './pools.ts'
import { areGoodsThere } from './rules-of-freezes.ts'
import type { State } from './state.ts'
import { free, isShut } from './sums.ts'

// What permits that goods are put into another bin, and that places are frozen.

/** @param counted what is being counted; beside other operations that is told as it was before them */
export function binsMay(state: State, operation: BinOperation, counted = state): boolean {
  // Between the two bins goods are moved only while neither is being counted.
  if (isCounting(counted)) return false
  if (operation.type === 'undoBin') {
    const paper = state.binMoves[operation.move]!
    return paper.state === 'executed' && areGoodsThere(state, paper)
  }
  // Each kind of goods stands on one line.
  return operation.lines.every(
    ({ from, quantity }) =>
      quantity <= free(state, from) && !isShut(state, 1, binOf(inOtherBin(from)) as StorageBin),
  )
}

const isCounting = (state: State): boolean =>
  state.counts.some(
    ({ paper, lines }) =>
      (paper.state === 'counting' || paper.state === 'differing') &&
      lines.some(({ pool }) => placeOf(pool) === 1 && binOf(pool) !== 'X-01'),
  )

/** One document holds a place. */
export function placesMay(state: State, operation: PlaceOperation): boolean {
  if (operation.type !== 'freezePlace')
    return state.placeFreezes[operation.freeze]!.state === 'frozen'
  return !state.placeFreezes.some(
    ({ place, scope, state: now }) =>
      now === 'frozen' && place === operation.place && scope === operation.scope,
  )
}
