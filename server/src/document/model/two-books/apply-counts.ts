import type { Answer, CountOperation } from './operation.ts'
import { moveGoods, newPaper, takeBackSome } from './papers.ts'
import { closeOpen } from './requests.ts'
import { goodsOf } from './pools.ts'
import type { Count, State } from './state.ts'
import { physical, weight } from './sums.ts'

/** Enters an accepted operation on a stocktaking order. */
export function applyCount(state: State, operation: CountOperation, answer: Answer): void {
  if (operation.type === 'startCount') {
    const paper = newPaper(state, 'stocktaking', answer.id, 'counting')
    const lines = operation.pools.map((pool) => ({
      pool,
      snapshot: physical(state, pool),
      book: physical(state, pool),
      bookGrams: weight(state, pool),
      found: 0,
      foundGrams: 0,
      adjusted: 0,
    }))
    return void state.counts.push({ paper, lines, needsDirector: false })
  }
  const count = state.counts[operation.count]!
  const { paper, lines } = count
  switch (operation.type) {
    case 'enterCount':
    case 'enterRecount':
      // What moved since the count began is reckoned in.
      for (const [index, line] of lines.entries())
        Object.assign(line, operation.found[index]!, {
          book: physical(state, line.pool),
          bookGrams: weight(state, line.pool),
        })
      paper.state = lines.some(isDiffering) ? 'differing' : 'counted'
      return
    case 'explainCount':
      if (paper.state === 'handled') return
      paper.state = 'handled'
      count.needsDirector = answer.needsDirector === true
      return
    case 'reviewCount':
      if (paper.state === 'handled' && count.needsDirector) paper.state = 'toDirector'
      else adjust(state, count)
      return
    case 'refuseCount':
      paper.state = 'differing'
      return
    case 'writeOffCount':
      paper.state = 'writtenOff'
      return
    case 'cancelCount':
      paper.state = 'cancelled'
      return
    case 'takeBackCount':
      return takeBack(state, count, operation.quantities)
  }
}

export const isDiffering = ({ book, found, ...grams }: Count['lines'][number]): boolean =>
  book !== found || grams.bookGrams !== grams.foundGrams

/** Something is missing: pieces, or of the right number of pieces weight. */
export const isShortOf = ({
  book,
  found,
  bookGrams,
  foundGrams,
}: Count['lines'][number]): boolean => (found === book ? foundGrams < bookGrams : found < book)

/** What lies there becomes what was found. */
function adjust(state: State, { paper, lines }: Count): void {
  paper.state = 'reviewed'
  for (const [index, line] of lines.entries()) {
    if (!isDiffering(line)) continue
    const { pool, book, found } = line
    const isShort = isShortOf(line)
    const grams = (line.bookGrams - line.foundGrams) * (isShort ? 1 : -1)
    line.adjusted = Math.abs(found - book)
    const move = {
      line: index + 1,
      goods: goodsOf(pool),
      from: isShort ? pool : null,
      to: isShort ? null : pool,
      quantity: line.adjusted,
      part: '06',
    } as const
    moveGoods(state, paper, move, grams)
  }
}

function takeBack(state: State, { paper, lines }: Count, quantities: readonly number[]): void {
  for (const move of paper.moves) {
    const back = quantities[move.line - 1]!
    takeBackSome(move, back)
    lines[move.line - 1]!.adjusted -= back
  }
  closeOpen(state, paper)
  for (const { line, quantity } of paper.moves)
    if (
      quantity === 0 &&
      ['unposted', 'failed', 'reversed', 'cancelledInErp'].includes(paper.lines[line] ?? '')
    )
      delete paper.lines[line]
  const isWhole = paper.moves.every(({ quantity, moved }) => quantity === 0 && moved.quantity > 0)
  paper.state = isWhole ? 'reversed' : 'reviewed'
  // Also if weight alone is left, of which the ERP is told nothing.
  const isNothing = isWhole || Object.keys(paper.lines).length === 0
  if (isNothing && paper.erpState !== 'reversed') paper.erpState = 'notNeeded'
}
