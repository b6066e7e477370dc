import { kindOf } from './goods.ts'
import { closeOpen } from './requests.ts'
import { categoryOf } from './pools.ts'
import type { Move, Paper, State } from './state.ts'
import { physical, weight } from './sums.ts'

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
  // The ERP knows nothing of weights and bins.
  if (quantity === 0 || move.part === 'bin') return
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
  if (weighed === null) return Math.round((weight(state, from) * quantity) / there)
  return categoryOf(from) === 'IT' ? Math.min(weighed, weight(state, from)) : weighed
}

/** Takes some pieces of a movement back, with their share of its weight. */
export function takeBackSome(move: Move, quantity: number): void {
  const { moved } = move
  const left = move.quantity - quantity
  const upTo = (pieces: number) => Math.round((moved.grams * pieces) / Math.max(moved.quantity, 1))
  move.grams = moved.grams - upTo(moved.quantity - left)
  move.quantity = left
}

/** What goes back of a movement. */
type Part = Pick<Move, 'from' | 'to'> & { quantity: number; grams: number }

/** What goes back of the movements of a paper, the last one first, by the pieces of each line. */
export const partsOf = ({ moves }: Pick<Paper, 'moves'>, quantities: readonly number[]): Part[] =>
  moves.toReversed().map((move) => {
    const after = structuredClone(move)
    takeBackSome(after, quantities[move.line - 1]!)
    const { from, to } = move
    return { from, to, quantity: move.quantity - after.quantity, grams: move.grams - after.grams }
  })

/** The goods go back; what was never posted is withdrawn. */
export function takeBack(state: State, paper: Paper): void {
  const back = paper.moves.toReversed()
  const weighed = weighBack(state, back)
  paper.state = 'reversed'
  for (const [index, move] of back.entries()) {
    move.quantity = 0
    move.grams -= weighed?.[index] ?? 0
  }
  if (paper.erpState !== 'reversed') paper.erpState = 'notNeeded'
  closeOpen(state, paper)
}

/**
 * What the goods weigh that go back, one movement after the other, the last one first; null if they cannot: what they
 * weighed must still be there, and nothing may be left that weighs something without pieces. On the way between two
 * storage locations goods of several papers lie together, and what arrives of them takes its share of the weight: what
 * comes back from there takes its share of the rest if that is no more, and the last pieces the rest.
 */
export function weighBack(state: State, back: readonly Part[]): number[] | null {
  const left = new Map<string, { quantity: number; grams: number }>()
  const at = (pool: NonNullable<Move['to']>) => {
    const one = left.get(pool) ?? { quantity: physical(state, pool), grams: weight(state, pool) }
    left.set(pool, one)
    return one
  }
  const weighed: number[] = []
  for (const { from, to, quantity, grams: moved } of back) {
    let grams = moved
    if (to !== null) {
      const there = at(to)
      const isLast = quantity === there.quantity
      if (categoryOf(to) === 'IT' && quantity > 0 && (isLast || moved >= there.grams))
        grams = Math.round((there.grams * quantity) / there.quantity)
      if (isLast ? grams !== there.grams : grams > there.grams) return null
      there.quantity -= quantity
      there.grams -= grams
    }
    if (from !== null) {
      const there = at(from)
      if (there.grams + grams < 0) return null
      there.quantity += quantity
      there.grams += grams
    }
    weighed.push(grams)
  }
  return weighed
}
