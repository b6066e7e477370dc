import { followDependents } from './follow.ts'
import type { ChosenDay } from './operation.ts'
import { documentsOf, isInBooks, nextStepOf, receiptOf } from './postings.ts'
import { neededBy, postLines, reverseLines } from './requests-of-arrivals.ts'
import { request, reversalsOf } from './requests.ts'
import { linesOfItems, postingsOf, type Paper, type Posting, type State } from './state.ts'

// What people request of the ERP: the postings of a paper and their reversals.

/** A person posts a paper; of a receipt first what it needs of its arrival. */
export function post(state: State, paper: Paper, day: ChosenDay): void {
  if (paper.name === 'transfer-order') return postNextStep(state, paper, day)
  const refused = state.postings.filter(({ state }) => ['rejected', 'dead'].includes(state))
  const receipt = receiptOf(state, paper)
  const first = receipt
    ? postLines(state, state.arrivals[receipt.arrival]!, neededBy(receipt), day)
    : []
  requestAll(state, paper, day, first)
  // What waited behind a refused posting of the arrival is on its way with it.
  for (const posting of refused)
    if (posting.state === 'pending') followDependents(state, posting, paper)
}

/** The next step of a transfer, or again what followed the posted one and was refused. */
export function postNextStep(state: State, paper: Paper, day: ChosenDay): void {
  paper.isWorkRefused = false
  const next = nextStepOf(state, paper)
  if (!next) return
  setAll(paper, 'posting')
  request(state, paper, { ...next, day, dependsOn: [] })
}

/** One ERP document per goods movement code, each after the one before. */
function requestAll(state: State, paper: Paper, day: ChosenDay, first: Posting[]): void {
  const asked: Posting[] = []
  for (const [index, items] of documentsOf(paper.moves).entries()) {
    const dependsOn = [...first, ...asked.slice(-1)]
    asked.push(request(state, paper, { step: index + 1, items, day, dependsOn }))
  }
  paper.erpState = 'posting'
  for (const line of linesOfItems(asked.flatMap(({ items }) => items)))
    paper.lines[line] = 'posting'
}

/** The reversal of the postings in the books; then of those of the arrival that no other receipt needs. */
export function reverse(state: State, paper: Paper, day: ChosenDay): void {
  for (const posting of postingsOf(state, paper))
    if (['rejected', 'dead', 'pending'].includes(posting.state)) posting.state = 'closed'
  const inBooks = postingsOf(state, paper).filter((posting) => isInBooks(state, posting))
  setReversing(paper, inBooks)
  const own = reversalsOf(state, inBooks, day, [])
  const receipt = receiptOf(state, paper)
  if (receipt) reverseLines(state, receipt, day, own)
}

function setReversing(paper: Paper, inBooks: readonly Posting[]): void {
  const lines = linesOfItems(inBooks.flatMap(({ items }) => items))
  const isPart = paper.erpState === 'partlyPosted'
  paper.erpState = 'reversing'
  for (const line of Object.keys(paper.lines).map(Number)) {
    const before = paper.lines[line]
    if (lines.includes(line)) paper.lines[line] = 'reversing'
    // Its posting failed and is withdrawn.
    else if (isPart && before === 'failed') paper.lines[line] = 'unposted'
  }
}

function setAll(paper: Paper, erpState: Paper['erpState']): void {
  paper.erpState = erpState
  for (const line of Object.keys(paper.lines).map(Number)) paper.lines[line] = erpState
}
