import {
  erpStatesInBooks,
  erpStatesNotInBooks,
  type ErpState,
} from '@kufang/contract/document/erp-state.ts'
import { demandOf, kindOf } from './goods.ts'
import type { ChosenDay, Operation, PersonOperation } from './operation.ts'
import { isOfWorld } from './operation.ts'
import {
  announced,
  asked,
  booked,
  effectOn,
  free,
  heldOfNote,
  inErp,
  papersOf,
  physical,
  poolOf,
  postingsOf,
  total,
  type Paper,
  type Posting,
  type State,
} from './state.ts'

const erpStatesToPost: readonly ErpState[] = [
  'unposted',
  'failed',
  'partlyPosted',
  'cancelledInErp',
  'reversed',
]
const erpStatesSettled: readonly ErpState[] = [...erpStatesNotInBooks, ...erpStatesInBooks]

/** Whether the product, or the ERP for what its users do, must accept the operation if it runs alone. */
export function allows(state: State, operation: Operation): boolean {
  if (!isOfWorld(operation)) return personMay(state, operation)
  switch (operation.type) {
    case 'cancelDirectly': {
      const posting = state.postings[operation.posting]!
      return state.there.today && !posting.isCancelled && erpTakes(state, posting.paper, -1)
    }
    case 'postDirectly':
      return state.there.today && inErp(state, `${operation.goods}/UU`) + operation.quantity >= 0
    case 'cancelTheirs': {
      const direct = state.directs[operation.direct]!
      return (
        state.there.today &&
        !direct.isCancelled &&
        inErp(state, `${direct.goods}/UU`) - direct.quantity >= 0
      )
    }
    case 'send':
    case 'watch':
    case 'periodHere':
    case 'periodThere':
      return true
  }
}

// oxlint-disable-next-line max-lines-per-function -- one branch per operation of a person
function personMay(state: State, operation: PersonOperation): boolean {
  switch (operation.type) {
    case 'announce':
      return (
        announced(state, operation.goods) + operation.quantity <= kindOf(operation.goods).ordered
      )
    case 'arrive':
    case 'draftArrival': {
      const note = state.notes[operation.note]!
      return note.arrived + heldOfNote(state, operation.note) + operation.quantity <= note.quantity
    }
    case 'confirmDraft':
    case 'discardDraft':
      return state.drafts[operation.draft]!.isOpen
    case 'decide': {
      const { paper, accepted, rejected } = state.arrivals[operation.arrival]!
      const decided = accepted + rejected + operation.accepted + operation.rejected
      return paper.state !== 'reversed' && decided <= paper.quantity
    }
    case 'withdraw': {
      const decision = state.decisions[operation.decision]!
      const arrival = state.arrivals[decision.arrival]!
      return (
        !decision.isWithdrawn &&
        arrival.received <= arrival.accepted - decision.accepted &&
        arrival.blocked <= arrival.rejected - decision.rejected
      )
    }
    case 'receive': {
      const arrival = state.arrivals[operation.arrival]!
      if (arrival.paper.state === 'reversed') return false
      return operation.category === 'UU'
        ? arrival.received + operation.quantity <= arrival.accepted
        : arrival.blocked + operation.quantity <= arrival.rejected
    }
    case 'ask': {
      const { foreseen } = demandOf(operation.demand)
      return asked(state, operation.demand) + operation.quantity <= foreseen
    }
    case 'issue': {
      const request = state.requests[operation.request]!
      return (
        demandOf(request.demand).takes.includes(operation.goods) &&
        request.issued + operation.quantity <= request.quantity &&
        operation.quantity <= (request.held[operation.goods] ?? 0) + free(state, operation.goods)
      )
    }
    case 'reverseArrival': {
      const arrival = state.arrivals[operation.arrival]!
      const isDecided =
        kindOf(arrival.paper.goods).isInspected && arrival.accepted + arrival.rejected > 0
      return (
        arrival.paper.state === 'arrived' &&
        arrival.received === 0 &&
        arrival.blocked === 0 &&
        !isDecided &&
        mayTakeBack(state, arrival.paper)
      )
    }
    case 'retry':
      return ['pending', 'unknown', 'rejected', 'dead'].includes(
        state.postings[operation.posting]!.state,
      )
    case 'giveUp':
      return ['pending', 'rejected', 'dead'].includes(state.postings[operation.posting]!.state)
    case 'review':
    case 'refuse':
    case 'resubmit':
    case 'requestReversal':
    case 'approveReversal':
    case 'refuseReversal':
    case 'reversePhysical':
    case 'post':
    case 'reverse':
      return paperMay(state, operation)
  }
}

type OnPaper = Extract<PersonOperation, { paper: number }>

function paperMay(state: State, operation: OnPaper): boolean {
  const paper = state.reviewed[operation.paper]!
  const { erpState } = paper
  const isSettled = erpStatesSettled.includes(erpState)
  switch (operation.type) {
    case 'review':
    case 'refuse':
      return paper.state === 'moved'
    case 'resubmit':
      return paper.state === 'rejected'
    case 'post':
      return (
        paper.state === 'reviewed' &&
        erpStatesToPost.includes(erpState) &&
        isOpenHere(state, operation.day) &&
        isCovered(state, paper)
      )
    case 'requestReversal':
      return paper.state === 'reviewed' && isSettled
    case 'approveReversal':
      return paper.state === 'reversalRequested'
    case 'refuseReversal':
      return ['reversalRequested', 'reversalApproved'].includes(paper.state) && isSettled
    case 'reverse':
      return (
        paper.state === 'reversalApproved' &&
        erpStatesInBooks.includes(erpState) &&
        isOpenHere(state, operation.day)
      )
    case 'reversePhysical':
      return (
        ['moved', 'rejected', 'reversalApproved'].includes(paper.state) &&
        mayTakeBack(state, paper) &&
        (paper.to !== 'UU' || paper.quantity <= free(state, paper.goods))
      )
  }
}

const isOpenHere = (state: State, day: ChosenDay): boolean => {
  if (day === 'tomorrow' || day === 'earlier') return false
  return state.here[day ?? 'today']
}

/** No posting of the paper is in the ERP's books or can still get there. */
function mayTakeBack(state: State, paper: Paper): boolean {
  if (!erpStatesNotInBooks.includes(paper.erpState)) return false
  return postingsOf(state, paper).every(
    (posting) =>
      posting.state !== 'unknown' &&
      (posting.state !== 'pending' || paper.erpState === 'failed') &&
      !(posting.direction === 'post' && posting.state === 'posted' && !isReversed(state, posting)),
  )
}

export const isReversed = (state: State, posting: Posting): boolean =>
  state.postings.some((other) => other.reverses === posting && other.state === 'posted')

/** It waits behind a posting that was refused, until a person acts on that one. */
export const isBehindRefused = ({ dependsOn }: Posting): boolean =>
  dependsOn.some(({ state }) => state === 'rejected' || state === 'dead')

const isAsked = (posting: Posting): boolean =>
  ['posted', 'unknown'].includes(posting.state) ||
  (posting.state === 'pending' && !isBehindRefused(posting))

/** What is in the ERP's books or on its way there of a paper: 1 or 0. */
const askedOf = (state: State, paper: Paper): number =>
  total(postingsOf(state, paper).filter(isAsked), ({ direction }) =>
    direction === 'post' ? 1 : -1,
  )

/** The ERP has, or is on its way to have, what the paper takes of a pool. */
function isCovered(state: State, paper: Paper): boolean {
  if (paper.from === null) return true
  const pool = poolOf(paper, paper.from)
  if (booked(state, pool) >= paper.quantity) return true
  const arrival = arrivalOf(state, paper)
  const unposted = total(
    papersOf(state).filter((other) => other !== paper),
    (other) => {
      const isThere = other.state !== 'reversed'
      // The arrival is posted together with its receipt.
      const asked = other === arrival ? 1 : askedOf(state, other)
      return ((isThere ? 1 : 0) - asked) * effectOn(other, pool)
    },
  )
  return unposted <= physical(state, pool)
}

/** The arrival that is posted before a receipt, if the goods are inspected. */
export function arrivalOf(state: State, paper: Paper): Paper | null {
  const receipt = state.receipts.find((one) => one.paper === paper)
  if (!receipt) return null
  const arrival = state.arrivals[receipt.arrival]!.paper
  return kindOf(arrival.goods).isInspected ? arrival : null
}

/** Whether the ERP's stock permits a paper's movement (1) or its reversal (-1). */
export const erpTakes = (state: State, paper: Paper, sign: 1 | -1): boolean =>
  [paper.from, paper.to].every((category) => {
    if (category === null) return true
    const pool = poolOf(paper, category)
    return inErp(state, pool) + sign * effectOn(paper, pool) >= 0
  })
