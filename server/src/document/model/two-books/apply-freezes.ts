import type { Answer, FreezeOperation } from './operation.ts'
import { moveGoods, newPaper, takeBack } from './papers.ts'
import { poolOf } from './pools.ts'
import type { Freeze, Paper, State } from './state.ts'

/** Enters an accepted operation on a freeze. */
export function applyFreeze(state: State, operation: FreezeOperation, { id }: Answer): void {
  if (operation.type === 'freeze') {
    const { isSealed } = operation
    const paper = newPaper(state, 'freeze-order', id, 'reviewed')
    const lines = operation.lines.map((line) => ({ ...line, released: 0 }))
    state.freezes.push({ paper, isSealed, lines })
    if (!isSealed) block(state, paper, operation.lines, 1)
    return
  }
  const freeze = state.freezes[operation.freeze]!
  if (operation.type === 'cancelFreeze') {
    takeBack(state, freeze.paper)
    freeze.paper.state = 'cancelled'
    return
  }
  const lines = operation.quantities.flatMap((quantity, line) =>
    quantity > 0 ? [{ line, quantity }] : [],
  )
  const paper = newPaper(state, 'freeze-release', id, 'reviewed')
  state.releases.push({ paper, freeze: operation.freeze, lines })
  const released = lines.map(({ line, quantity }) => ({
    goods: freeze.lines[line]!.goods,
    quantity,
  }))
  if (!freeze.isSealed) block(state, paper, released, -1)
  for (const { line, quantity } of lines) freeze.lines[line]!.released += quantity
  progress(freeze)
}

/** Goods become blocked stock (1), or unrestricted again (-1). */
function block(
  state: State,
  paper: Paper,
  lines: readonly Pick<Freeze['lines'][number], 'goods' | 'quantity'>[],
  sign: 1 | -1,
): void {
  for (const [index, { goods, quantity }] of lines.entries()) {
    const [free, blocked] = [poolOf(goods, 'UU'), poolOf(goods, 'BL')]
    const [from, to] = sign === 1 ? [free, blocked] : [blocked, free]
    moveGoods(state, paper, { line: index + 1, goods, from, to, quantity, part: '04' })
  }
}

/** The state of a freeze follows what is released of it. */
function progress({ paper, lines }: Freeze): void {
  const isAll = lines.every(({ quantity, released }) => released === quantity)
  const isNone = lines.every(({ released }) => released === 0)
  paper.state = isAll ? 'released' : isNone ? 'reviewed' : 'partlyReleased'
}

/** A release is taken back: its goods are frozen again. */
export function freezeAgain(state: State, paper: Paper): void {
  const release = state.releases.find((one) => one.paper === paper)
  if (release === undefined) return
  const freeze = state.freezes[release.freeze]!
  for (const { line, quantity } of release.lines) freeze.lines[line]!.released -= quantity
  progress(freeze)
}
