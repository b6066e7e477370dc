import { addAll } from '@kufang/kernel/add-all.ts'
import type { ErpState } from '@kufang/contract/document/declare/erp-state.ts'
import type { ChosenDay } from './operation.ts'
import { erpStatesToPost, isBehindRefused, isInBooks } from './postings.ts'
import { closeReversals, request, reversalsOf } from './requests.ts'
import {
  linesOfItems,
  postingsOf,
  type Arrival,
  type Item,
  type Paper,
  type Posting,
  type Receipt,
  type State,
} from './state.ts'

// An arrival is posted by its receipts, by the lines they need: what was asked for stands, and of a refused ERP document
// the needed lines are taken out.

/** The lines of its arrival that a receipt needs in the ERP. */
export const neededBy = ({ lines }: Receipt): number[] => [
  ...new Set(lines.map(({ line }) => line + 1)),
]

/** Requests the lines that a receipt needs. @returns what its posting waits for */
export function postLines(
  state: State,
  { paper }: Arrival,
  lines: readonly number[],
  day: ChosenDay,
): Posting[] {
  if (!erpStatesToPost.includes(paper.erpState)) return []
  const wanted = new Map(
    paper.moves
      .filter(({ line, quantity }) => quantity > 0 && lines.includes(line))
      .map((move): [typeof move, Item] => [move, { move, quantity: move.quantity }]),
  )
  if (wanted.size === 0) return []
  const standing: Posting[] = []
  const again: Posting[] = []
  const narrowed: Posting[] = []
  const taken: Item[] = []
  for (const posting of paper.erpState === 'unposted' ? [] : livePostings(state, paper)) {
    const own = posting.items.filter(({ move }) => wanted.has(move))
    if (own.length === 0) continue
    const isUnsent =
      posting.state === 'rejected' ||
      posting.state === 'dead' ||
      (posting.state === 'pending' && isBehindRefused(posting))
    if (!isUnsent) {
      if (posting.state !== 'posted') standing.push(posting)
    } else if (own.length === posting.items.length) again.push(posting)
    else {
      posting.items = posting.items.filter(({ move }) => !wanted.has(move))
      narrowed.push(posting)
      addAll(
        taken,
        own.map(({ move }) => wanted.get(move)!),
      )
    }
    for (const { move } of own) wanted.delete(move)
  }
  const fresh = [...taken, ...wanted.values()].toSorted((a, b) => a.move.line - b.move.line)
  if (again.length === 0 && fresh.length === 0) return standing
  const sent = [
    ...again.map(({ step, items }) => ({ step, items })),
    ...(fresh.length === 0 ? [] : [{ step: freshStep(state, paper), items: fresh }]),
  ]
  const asked = sent.map((one) => request(state, paper, { ...one, day, dependsOn: [] }))
  for (const posting of state.postings)
    if (
      ['pending', 'rejected', 'dead'].includes(posting.state) &&
      posting.dependsOn.some((need) => narrowed.includes(need))
    )
      posting.dependsOn = [...posting.dependsOn, ...asked]
  const now = linesOfItems(sent.flatMap(({ items }) => items))
  const moved = paper.moves.filter(({ quantity }) => quantity > 0).map(({ line }) => line)
  const others = moved.filter((line) => !now.includes(line))
  setBeside(paper, now, others, ['posting', 'posted'], 'posting')
  return [...standing, ...asked]
}

const livePostings = (state: State, paper: Paper): Posting[] =>
  postingsOf(state, paper).filter(
    (posting) =>
      posting.direction === 'post' &&
      posting.state !== 'closed' &&
      (posting.state !== 'posted' || isInBooks(state, posting)),
  )

/** Before anything is asked for there is nothing to keep apart. */
const freshStep = (state: State, paper: Paper): number =>
  paper.erpState === 'unposted'
    ? 1
    : Math.max(0, ...postingsOf(state, paper).map(({ step }) => step)) + 1

/** The lines change to this state, the arrival too if its other lines go along. */
function setBeside(
  paper: Paper,
  lines: readonly number[],
  others: readonly number[],
  alike: readonly ErpState[],
  erpState: ErpState,
): void {
  for (const line of lines) paper.lines[line] = erpState
  const states = others.map((line) => paper.lines[line]!)
  if (states.every((one) => alike.includes(one))) paper.erpState = erpState
  else if (!states.includes('failed')) paper.erpState = 'byLine'
}

/** The ERP documents of its arrival that a receipt needs and no other posted one does. */
export function unneededOf(state: State, receipt: Receipt): Posting[] {
  const { paper } = state.arrivals[receipt.arrival]!
  const needed = state.receipts
    .filter(
      (other) =>
        other !== receipt &&
        other.arrival === receipt.arrival &&
        other.paper.state !== 'reversed' &&
        ['posting', 'posted', 'partlyPosted', 'failed'].includes(other.paper.erpState),
    )
    .flatMap(neededBy)
  const unneeded = neededBy(receipt)
  return postingsOf(state, paper).filter((posting) => {
    const lines = linesOfItems(posting.items)
    return (
      isInBooks(state, posting) &&
      lines.some((line) => unneeded.includes(line)) &&
      !lines.some((line) => needed.includes(line))
    )
  })
}

/**
 * The reversal of the ERP documents of an arrival that no other posted receipt needs, after those of the receipt and of
 * what `before` reverses of these lines.
 */
export function reverseLines(
  state: State,
  receipt: Receipt,
  day: ChosenDay,
  own: Posting[],
  before: (lines: readonly number[]) => Posting[],
): void {
  const { paper } = state.arrivals[receipt.arrival]!
  const part = unneededOf(state, receipt)
  if (part.length === 0) return
  const now = linesOfItems(part.flatMap(({ items }) => items))
  const left = before(now.map((line) => line - 1))
  closeReversals(state, part)
  reversalsOf(state, part, day, [...own, ...left])
  const others = Object.keys(paper.lines)
    .map(Number)
    .filter((line) => !now.includes(line))
  setBeside(paper, now, others, ['reversing', 'reversed'], 'reversing')
}
