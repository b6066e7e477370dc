import { erpStatesNotInBooks, type ErpState } from '@kufang/contract/document/declare/erp-state.ts'
import type { Key } from './pools.ts'
import {
  postingsOf,
  total,
  type Item,
  type Move,
  type Paper,
  type Posting,
  type Receipt,
  type State,
} from './state.ts'
import { booked, effectOfItems, effectOfMovesInBooks, keysOf, physicalOfKey } from './sums.ts'

// What the postings of a paper say: what is in the ERP's books or on its way there, and what can be posted.

export const erpStatesPostable: readonly ErpState[] = [
  'unposted',
  'failed',
  'partlyPosted',
  'cancelledInErp',
  'reversed',
]
/** Those of an arrival that is posted with its receipt. */
export const erpStatesToPost: readonly ErpState[] = [...erpStatesPostable, 'posting', 'byLine']
/** No posting of the paper is in the ERP's books or can still get there. */
export function mayTakeBack(state: State, paper: Paper): boolean {
  if (!erpStatesNotInBooks.includes(paper.erpState)) return false
  return postingsOf(state, paper).every(
    (posting) =>
      posting.state !== 'unknown' &&
      (posting.state !== 'pending' || paper.erpState === 'failed') &&
      !isInBooks(state, posting),
  )
}

/** In the ERP's books, as we know. */
export const isInBooks = (state: State, posting: Posting): boolean =>
  posting.direction === 'post' && posting.state === 'posted' && !isReversed(state, posting)

export const isReversed = (state: State, posting: Posting): boolean =>
  state.postings.some((other) => other.reverses === posting && other.state === 'posted')

/** It waits behind a posting that was refused, until a person acts on that one. */
export const isBehindRefused = ({ dependsOn }: Posting): boolean =>
  dependsOn.some(({ state }) => state === 'rejected' || state === 'dead')

const isAsked = (posting: Posting): boolean =>
  ['posted', 'unknown'].includes(posting.state) ||
  (posting.state === 'pending' && !isBehindRefused(posting))

/** What is in the ERP's books or on its way there of a paper. */
const askedOf = (
  state: State,
  paper: Paper,
  key: Key,
  isMeant: (item: Item) => boolean = () => true,
): number =>
  total(
    postingsOf(state, paper).filter(isAsked),
    ({ direction, items }) =>
      (direction === 'post' ? 1 : -1) * effectOfItems(items.filter(isMeant), key),
  )

const steps = ['removal', 'placement', 'transfer'] as const

/** The steps of a transfer: removal and placement, or all at once. */
export function transferSteps({ name, moves }: Paper): number[] {
  if (name !== 'transfer-order') return []
  return moves.some(({ part }) => part === 'transfer') ? [3] : [1, 2]
}

/** The first step of a transfer that is not in the books. */
export function nextStepOf(state: State, paper: Paper): { step: number; items: Item[] } | null {
  const inBooks = postingsOf(state, paper).filter((posting) => isInBooks(state, posting))
  const open = transferSteps(paper)
    .map((step) => ({
      step,
      items: documentsOf(paper.moves.filter(({ part }) => part === steps[step - 1])).flat(),
    }))
    .filter(({ step, items }) => items.length > 0 && !inBooks.some((one) => one.step === step))
  return open[0] ?? null
}

/** The ERP has, or is on its way to have, what the posting of a paper takes of its pools. */
export function isCovered(state: State, paper: Paper): boolean {
  const items =
    paper.name === 'transfer-order'
      ? (nextStepOf(state, paper)?.items ?? [])
      : documentsOf(paper.moves).flat()
  const behind = receiptOf(state, paper) ?? state.samples.find((one) => one.paper === paper)
  const arrival = behind && state.arrivals[behind.arrival]!.paper
  const isToPost = arrival !== undefined && erpStatesToPost.includes(arrival.erpState)
  // The lines of the arrival are posted together with those of its receipt or sample.
  const along = isToPost
    ? arrival.moves.filter(({ line }) => behind!.lines.some((one) => one.line + 1 === line))
    : []
  return keysOf(items).every((key) => {
    const taken = -effectOfItems(items, key)
    if (taken <= 0 || booked(state, key) >= taken) return true
    const unposted = total(
      state.papers.filter((other) => other !== paper),
      (other) => {
        if (other !== arrival || !isToPost)
          return effectOfMovesInBooks(other.moves, key) - askedOf(state, other, key)
        const rest = other.moves.filter((move) => !along.includes(move))
        const isOther = ({ move }: Item) => !along.includes(move)
        return effectOfMovesInBooks(rest, key) - askedOf(state, other, key, isOther)
      },
    )
    return unposted <= physicalOfKey(state, key)
  })
}

export const receiptOf = (state: State, paper: Paper): Receipt | undefined =>
  state.receipts.find((one) => one.paper === paper)

/** The items of each ERP document of these movements. */
export function documentsOf(moves: readonly Move[]): Item[][] {
  const live = moves.filter(({ quantity }) => quantity > 0)
  const byPart = Map.groupBy(live, ({ part }) => part)
  return [...byPart.values()].map((own) => own.map((move) => ({ move, quantity: move.quantity })))
}
