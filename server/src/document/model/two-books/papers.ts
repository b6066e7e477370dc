import { kindOf } from './goods.ts'
import { closeOpen } from './requests.ts'
import { physical, weight, type Move, type Paper, type State } from './state.ts'

/** A paper that was just made; it has moved nothing yet. */
export function newPaper(
  state: State,
  name: Paper['name'],
  id: string,
  paperState: Paper['state'],
): Paper {
  const paper: Paper = {
    name,
    id,
    state: paperState,
    erpState: 'notNeeded',
    lines: {},
    moves: [],
    isWorkRefused: false,
  }
  state.papers.push(paper)
  return paper
}

/**
 * Moves goods of a line.
 * @param weighed in grams; null if nobody weighed it
 */
export function moveGoods(
  state: State,
  paper: Paper,
  move: Omit<Move, 'grams' | 'moved'>,
  weighed: number | null = null,
): void {
  const { line, quantity } = move
  const grams = gramsOf(state, move, weighed)
  paper.moves.push({ ...move, grams, moved: { quantity, grams } })
  // The ERP knows nothing of weights.
  if (quantity === 0) return
  paper.lines[line] = 'unposted'
  paper.erpState = 'unposted'
}

/** What pieces weigh: what was weighed, otherwise their share of what lies there; the last ones take the rest. */
export function gramsOf(
  state: State,
  { goods, from, quantity }: Pick<Move, 'goods' | 'from' | 'quantity'>,
  weighed: number | null,
): number {
  if (kindOf(goods).second === undefined) return 0
  if (from === null || quantity === 0) return weighed ?? 0
  const there = physical(state, from)
  if (quantity >= there) return weight(state, from)
  return weighed ?? Math.round((weight(state, from) * quantity) / there)
}

/** Takes some pieces of a movement back, with their share of its weight. */
export function takeBackSome(move: Move, quantity: number): void {
  const { moved } = move
  const left = move.quantity - quantity
  const upTo = (pieces: number) => Math.round((moved.grams * pieces) / Math.max(moved.quantity, 1))
  move.grams = moved.grams - upTo(moved.quantity - left)
  move.quantity = left
}

/** The goods go back; what was never posted is withdrawn. */
export function takeBack(state: State, paper: Paper): void {
  paper.state = 'reversed'
  for (const move of paper.moves) Object.assign(move, { quantity: 0, grams: 0 })
  if (paper.erpState !== 'reversed') paper.erpState = 'notNeeded'
  closeOpen(state, paper)
}

/**
 * Whether the goods of movements can go back, one after the other, the last one first: what they weighed must still be
 * there, and nothing may be left that weighs something without pieces.
 */
export function mayWeighBack(
  state: State,
  back: readonly (Pick<Move, 'from' | 'to'> & { quantity: number; grams: number })[],
): boolean {
  const left = new Map<string, { quantity: number; grams: number }>()
  const at = (pool: NonNullable<Move['to']>) => {
    const one = left.get(pool) ?? { quantity: physical(state, pool), grams: weight(state, pool) }
    left.set(pool, one)
    return one
  }
  return back.every(({ from, to, quantity, grams }) => {
    if (to !== null) {
      const there = at(to)
      if (quantity === there.quantity ? grams !== there.grams : grams > there.grams) return false
      there.quantity -= quantity
      there.grams -= grams
    }
    if (from !== null) {
      const there = at(from)
      if (there.grams + grams < 0) return false
      there.quantity += quantity
      there.grams += grams
    }
    return true
  })
}
