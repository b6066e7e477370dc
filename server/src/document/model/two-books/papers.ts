import { closeOpen } from './requests.ts'
import type { Move, Paper, State } from './state.ts'

/** A paper that was just made, with what it moved. */
export function newPaper(
  name: Paper['name'],
  id: string,
  state: Paper['state'],
  moves: Move[],
): Paper {
  const erpState = moves.length === 0 ? 'notNeeded' : 'unposted'
  const lines = Object.fromEntries(moves.map(({ line }) => [line, 'unposted' as const]))
  return { name, id, state, erpState, lines, moves, isWorkRefused: false }
}

/** The goods go back; what was never posted is withdrawn. */
export function takeBack(state: State, paper: Paper): void {
  paper.state = 'reversed'
  for (const move of paper.moves) move.quantity = 0
  if (paper.erpState !== 'reversed') paper.erpState = 'notNeeded'
  closeOpen(state, paper)
}
