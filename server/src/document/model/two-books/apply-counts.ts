import type { Answer, CountOperation } from './operation.ts'
import { newPaper } from './papers.ts'
import { closeOpen } from './requests.ts'
import { goodsOf, physical, type Count, type State } from './state.ts'

/** Enters an accepted operation on a stocktaking order. */
export function applyCount(state: State, operation: CountOperation, answer: Answer): void {
  if (operation.type === 'startCount') {
    const paper = newPaper('stocktaking', answer.id, 'counting', [])
    state.papers.push(paper)
    const lines = operation.pools.map((pool) => ({
      pool,
      book: physical(state, pool),
      found: 0,
      adjusted: 0,
    }))
    return void state.counts.push({ paper, lines, needsDirector: false })
  }
  const count = state.counts[operation.count]!
  const { paper, lines } = count
  switch (operation.type) {
    case 'enterCount':
    case 'enterRecount':
      for (const [index, line] of lines.entries()) line.found = operation.found[index]!
      paper.state = lines.some(isDiffering) ? 'differing' : 'counted'
      return
    case 'explainCount':
      if (paper.state === 'handled') return
      paper.state = 'handled'
      count.needsDirector = answer.needsDirector === true
      return
    case 'reviewCount':
      if (paper.state === 'handled' && count.needsDirector) paper.state = 'toDirector'
      else adjust(count)
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

export const isDiffering = ({ book, found }: Count['lines'][number]): boolean => book !== found

/** What lies there becomes what was found. */
function adjust({ paper, lines }: Count): void {
  paper.state = 'reviewed'
  for (const [index, line] of lines.entries()) {
    if (!isDiffering(line)) continue
    const { pool, book, found } = line
    const isShort = found < book
    line.adjusted = Math.abs(found - book)
    paper.lines[index + 1] = 'unposted'
    paper.moves.push({
      line: index + 1,
      goods: goodsOf(pool),
      from: isShort ? pool : null,
      to: isShort ? null : pool,
      quantity: line.adjusted,
      part: '06',
    })
  }
  paper.erpState = 'unposted'
}

function takeBack(state: State, { paper, lines }: Count, quantities: readonly number[]): void {
  for (const move of paper.moves) {
    const back = quantities[move.line - 1]!
    move.quantity -= back
    lines[move.line - 1]!.adjusted -= back
  }
  closeOpen(state, paper)
  const isWhole = paper.moves.every(({ quantity }) => quantity === 0)
  paper.state = isWhole ? 'reversed' : 'reviewed'
  if (isWhole && paper.erpState !== 'reversed') paper.erpState = 'notNeeded'
}
