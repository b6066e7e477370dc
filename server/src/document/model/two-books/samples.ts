import type { ErpState } from '@kufang/contract/document/declare/erp-state.ts'
import type { ChosenDay } from './operation.ts'
import { erpStatesToPost, isInBooks } from './postings.ts'
import { postLines } from './requests-of-arrivals.ts'
import { closeReversals, requestAll, reversalsOf, setReversing } from './requests.ts'
import { postingsOf, type Arrival, type Posting, type Sample, type State } from './state.ts'

// What a test destroyed is posted behind its arrival: with the receipts of its lines, or at once if nothing of them is left
// to receive or all of them are posted.

const isUnderWay = (erpState: ErpState | undefined): boolean =>
  erpState === 'posting' || erpState === 'posted'

const stateOf = ({ paper }: Arrival, line: number): ErpState | undefined => paper.lines[line + 1]

const isToRequest = (erpState: ErpState): boolean =>
  erpState === 'reversed' || (erpState !== 'posting' && erpStatesToPost.includes(erpState))

/** Whether the decision itself tells the ERP. */
export function isPostedNow(state: State, { arrival: index, lines }: Sample): boolean {
  const arrival = state.arrivals[index]!
  return lines.every(({ line }) => {
    const erpState = stateOf(arrival, line)
    if (isUnderWay(erpState)) return true
    const { quantity, gone } = arrival.lines[line]!
    return quantity <= gone && erpState !== undefined && erpStatesToPost.includes(erpState)
  })
}

/** The standing samples of lines of an arrival that wait for no further receipt. */
export function dueSamples(state: State, arrival: number, lines: readonly number[]): Sample[] {
  const one = state.arrivals[arrival]!
  return samplesOf(state, arrival, lines).filter(
    (sample) =>
      isToRequest(sample.paper.erpState) &&
      sample.lines.every(
        ({ line }) =>
          isUnderWay(stateOf(one, line)) || one.lines[line]!.quantity <= one.lines[line]!.gone,
      ),
  )
}

/** The standing samples of lines of an arrival (by position). */
const samplesOf = (state: State, arrival: number, lines: readonly number[]): Sample[] =>
  state.samples.filter(
    (sample) =>
      sample.arrival === arrival &&
      sample.paper.state !== 'reversed' &&
      sample.lines.some(({ line }) => lines.includes(line)),
  )

/** Posts a sample behind its lines of the arrival, which are posted first if they are not. */
export function postSample(state: State, sample: Sample, day: ChosenDay): void {
  const arrival = state.arrivals[sample.arrival]!
  const lines = sample.lines.map(({ line }) => line + 1)
  if (isToRequest(arrival.paper.erpState)) postLines(state, arrival, lines, day)
  const behind = postingsOf(state, arrival.paper).filter(
    (posting) =>
      posting.direction === 'post' &&
      posting.state !== 'closed' &&
      (posting.state !== 'posted' || isInBooks(state, posting)) &&
      posting.items.some(({ move }) => lines.includes(move.line)),
  )
  requestAll(state, sample.paper, day, behind)
}

/** Posts a sample as its decision does: then what else waited for the last of its lines. */
export function postWithDue(state: State, sample: Sample): void {
  postSample(state, sample, null)
  for (const one of dueBeside(state, sample)) postSample(state, one, null)
}

/** The samples of the same lines that wait for no further receipt. */
export const dueBeside = (state: State, { arrival, lines }: Sample): Sample[] =>
  dueSamples(
    state,
    arrival,
    lines.map(({ line }) => line),
  )

/** The samples that are reversed in the ERP before these lines of their arrival (by position). */
export const toReverseFirst = (state: State, arrival: number, lines: readonly number[]): Sample[] =>
  samplesOf(state, arrival, lines).filter(({ paper }) =>
    ['posting', 'posted', 'partlyPosted', 'byLine'].includes(paper.erpState),
  )

/** Reverses them after the receipt. @returns the reversals for which that of the arrival waits */
export function reverseSamples(
  state: State,
  samples: readonly Sample[],
  day: ChosenDay,
  own: Posting[],
): Posting[] {
  return samples.flatMap(({ paper }) => {
    const inBooks = postingsOf(state, paper).filter((posting) => isInBooks(state, posting))
    closeReversals(state, inBooks)
    setReversing(paper, inBooks)
    return reversalsOf(state, inBooks, day, own)
  })
}
