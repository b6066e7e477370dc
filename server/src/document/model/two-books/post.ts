import { followDependents } from './follow.ts'
import type { ChosenDay } from './operation.ts'
import { isInBooks, nextStepOf, receiptOf } from './postings.ts'
import { neededBy, postLines, reverseLines } from './requests-of-arrivals.ts'
import { request, requestAll, reversalsOf, setReversing } from './requests.ts'
import { dueSamples, postSample, reverseSamples, toReverseFirst } from './samples.ts'
import { postingsOf, type Paper, type State } from './state.ts'

// What people request of the ERP: the postings of a paper and their reversals.

/** A person posts a paper; of a receipt first what it needs of its arrival. */
export function post(state: State, paper: Paper, day: ChosenDay): void {
  if (paper.name === 'transfer-order') return postNextStep(state, paper, day)
  const refused = state.postings.filter(({ state }) => ['rejected', 'dead'].includes(state))
  const receipt = receiptOf(state, paper)
  const sample = state.samples.find((one) => one.paper === paper)
  if (sample) postSample(state, sample, day)
  const first = receipt
    ? postLines(state, state.arrivals[receipt.arrival]!, neededBy(receipt), day)
    : []
  const lines = receipt?.lines.map(({ line }) => line) ?? []
  for (const one of receipt ? dueSamples(state, receipt.arrival, lines) : [])
    postSample(state, one, day)
  if (!sample) requestAll(state, paper, day, first)
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

/** The reversal of the postings in the books; then of those of the arrival that no other receipt needs. */
export function reverse(state: State, paper: Paper, day: ChosenDay): void {
  for (const posting of postingsOf(state, paper))
    if (['rejected', 'dead', 'pending'].includes(posting.state)) posting.state = 'closed'
  const inBooks = postingsOf(state, paper).filter((posting) => isInBooks(state, posting))
  setReversing(paper, inBooks)
  const own = reversalsOf(state, inBooks, day, [])
  const receipt = receiptOf(state, paper)
  if (!receipt) return
  reverseLines(state, receipt, day, own, (lines) =>
    reverseSamples(state, toReverseFirst(state, receipt.arrival, lines), day, own),
  )
}

function setAll(paper: Paper, erpState: Paper['erpState']): void {
  paper.erpState = erpState
  for (const line of Object.keys(paper.lines).map(Number)) paper.lines[line] = erpState
}
