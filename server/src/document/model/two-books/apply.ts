import { demandOf, kindOf, type Goods } from './goods.ts'
import type { Answer, ChosenDay, PaperAction, PersonOperation } from './operation.ts'
import { arrivalOf, isReversed } from './rules.ts'
import {
  free,
  heldOf,
  postingsOf,
  type Category,
  type Issue,
  type Paper,
  type Posting,
  type State,
} from './state.ts'
import { erpStatesInBooks } from '@kufang/contract/document/erp-state.ts'
import { follow, followDependents } from './follow.ts'

/** Enters an accepted operation of a person. */
// oxlint-disable-next-line max-lines-per-function -- one branch per operation of a person
export function applyPerson(state: State, operation: PersonOperation, answer: Answer): void {
  const { id } = answer
  switch (operation.type) {
    case 'announce': {
      const { goods, quantity } = operation
      return void state.notes.push({ id, goods, quantity, arrived: 0 })
    }
    case 'arrive':
      return arrive(state, answer, operation.note, operation.quantity)
    case 'draftArrival': {
      const { note, quantity } = operation
      return void state.drafts.push({ id, note, quantity, isOpen: true })
    }
    case 'confirmDraft': {
      const draft = state.drafts[operation.draft]!
      draft.isOpen = false
      return arrive(state, answer, draft.note, draft.quantity)
    }
    case 'discardDraft':
      return void (state.drafts[operation.draft]!.isOpen = false)
    case 'decide': {
      const { arrival, accepted, rejected } = operation
      state.arrivals[arrival]!.accepted += accepted
      state.arrivals[arrival]!.rejected += rejected
      return void state.decisions.push({ id, arrival, accepted, rejected, isWithdrawn: false })
    }
    case 'withdraw': {
      const decision = state.decisions[operation.decision]!
      decision.isWithdrawn = true
      state.arrivals[decision.arrival]!.accepted -= decision.accepted
      state.arrivals[decision.arrival]!.rejected -= decision.rejected
      return
    }
    case 'receive': {
      const { arrival, category, quantity } = operation
      const one = state.arrivals[arrival]!
      one[category === 'UU' ? 'received' : 'blocked'] += quantity
      const { goods } = one.paper
      const from = kindOf(goods).isInspected ? 'QI' : null
      const paper = newPaper('goods-receipt', id, goods, quantity, from, category)
      state.reviewed.push(paper)
      return void state.receipts.push({ paper, arrival })
    }
    case 'ask': {
      const { demand, quantity } = operation
      const held: Partial<Record<Goods, number>> = {}
      let left = quantity
      for (const goods of demandOf(demand).takes) {
        const taken = Math.min(Math.max(free(state, goods), 0), left)
        if (taken > 0) held[goods] = taken
        left -= taken
      }
      return void state.requests.push({ id, demand, quantity, issued: 0, held })
    }
    case 'issue':
      return issue(state, operation, id)
    case 'reverseArrival': {
      const { paper, note } = state.arrivals[operation.arrival]!
      state.notes[note]!.arrived -= paper.quantity
      return takeBack(state, paper)
    }
    case 'retry': {
      const posting = state.postings[operation.posting]!
      if (posting.state !== 'unknown') posting.state = 'pending'
      Object.assign(posting, { attempts: 0, lookUps: 0, isDue: true })
      return tell(state, posting)
    }
    case 'giveUp': {
      const posting = state.postings[operation.posting]!
      posting.state = 'closed'
      return tell(state, posting)
    }
    case 'review':
    case 'refuse':
    case 'resubmit':
    case 'requestReversal':
    case 'approveReversal':
    case 'refuseReversal':
    case 'reversePhysical':
    case 'post':
    case 'reverse':
      return act(state, state.reviewed[operation.paper]!, operation)
  }
}

function tell(state: State, posting: Posting): void {
  follow(state, posting.paper)
  followDependents(state, posting)
}

const nextStates = {
  review: 'reviewed',
  refuse: 'rejected',
  resubmit: 'moved',
  requestReversal: 'reversalRequested',
  approveReversal: 'reversalApproved',
  refuseReversal: 'reviewed',
} as const

function act(state: State, paper: Paper, operation: { type: PaperAction; day?: ChosenDay }): void {
  const { type } = operation
  if (type === 'post') return post(state, paper, operation.day ?? null)
  if (type === 'reverse') return reverse(state, paper, operation.day ?? null)
  if (type !== 'reversePhysical') return void (paper.state = nextStates[type])
  const receipt = state.receipts.find((one) => one.paper === paper)
  if (receipt)
    state.arrivals[receipt.arrival]![paper.to === 'UU' ? 'received' : 'blocked'] -= paper.quantity
  takeBack(state, paper)
  const issued = state.issues.find((one) => one.paper === paper)
  if (issued) holdAgain(state, issued)
}

function arrive(state: State, { id, notice = '' }: Answer, index: number, quantity: number): void {
  const note = state.notes[index]!
  note.arrived += quantity
  const { isInspected } = kindOf(note.goods)
  const paper = newPaper('arrival', id, note.goods, quantity, null, isInspected ? 'QI' : null)
  paper.state = 'arrived'
  state.arrivals.push({
    paper,
    notice,
    note: index,
    accepted: isInspected ? 0 : quantity,
    rejected: 0,
    received: 0,
    blocked: 0,
  })
}

function newPaper(
  name: Paper['name'],
  id: string,
  goods: Goods,
  quantity: number,
  from: Category | null,
  to: Category | null,
): Paper {
  const erpState = from === null && to === null ? 'notNeeded' : 'unposted'
  return { name, id, state: 'moved', erpState, goods, quantity, from, to }
}

function issue(
  state: State,
  { request: index, goods, quantity }: Extract<PersonOperation, { type: 'issue' }>,
  id: string,
): void {
  const request = state.requests[index]!
  const consumed = Math.min(request.held[goods] ?? 0, quantity)
  request.issued += quantity
  request.held[goods] = (request.held[goods] ?? 0) - consumed
  // What is held beyond a finished line is released.
  if (request.issued === request.quantity) request.held = {}
  const paper = newPaper('goods-issue', id, goods, quantity, 'UU', null)
  state.reviewed.push(paper)
  state.issues.push({ paper, request: index, consumed })
}

/** Returned pieces are held for the request again, up to its open quantity. */
function holdAgain(state: State, { paper, request: index, consumed }: Issue): void {
  const request = state.requests[index]!
  request.issued -= paper.quantity
  const missing = request.quantity - request.issued - heldOf(request)
  const again = Math.min(paper.quantity, Math.max(missing, Math.min(consumed, paper.quantity), 0))
  request.held[paper.goods] = (request.held[paper.goods] ?? 0) + again
}

/** The goods go back; what was never posted is withdrawn. */
function takeBack(state: State, paper: Paper): void {
  paper.state = 'reversed'
  if (paper.erpState !== 'reversed') paper.erpState = 'notNeeded'
  for (const posting of postingsOf(state, paper))
    if (posting.state !== 'posted') posting.state = 'closed'
}

function post(state: State, paper: Paper, day: ChosenDay): void {
  const arrival = arrivalOf(state, paper)
  const first: Posting[] = []
  if (
    arrival &&
    ['unposted', 'posting', 'failed', 'partlyPosted', 'cancelledInErp', 'reversed'].includes(
      arrival.erpState,
    )
  )
    first.push(request(state, arrival, day, []))
  request(state, paper, day, first)
}

/** Requests a posting: the one that certainly did not arrive under its old key, another one after a reversal. */
function request(state: State, paper: Paper, day: ChosenDay, dependsOn: Posting[]): Posting {
  paper.erpState = 'posting'
  const latest = postingsOf(state, paper).findLast(({ direction }) => direction === 'post')
  const isFinished =
    latest === undefined ||
    latest.state === 'closed' ||
    (latest.state === 'posted' && isReversed(state, latest))
  if (!isFinished) {
    if (latest.state === 'rejected' || latest.state === 'dead')
      Object.assign(latest, {
        state: 'pending',
        attempts: 0,
        lookUps: 0,
        isDue: true,
        day: day ?? 'today',
        dependsOn,
      })
    return latest
  }
  return newPosting(state, { paper, direction: 'post', day, dependsOn, reverses: null })
}

function newPosting(
  state: State,
  given: Pick<Posting, 'paper' | 'direction' | 'dependsOn' | 'reverses'> & { day: ChosenDay },
): Posting {
  const posting: Posting = {
    ...given,
    day: (given.day ?? 'today') as Posting['day'],
    state: 'pending',
    attempts: 0,
    lookUps: 0,
    isDue: true,
    isDirect: false,
    isInErp: false,
    isCancelled: false,
    isCancelledUnseen: false,
  }
  state.postings.push(posting)
  return posting
}

/** The reversal of the posting in the books; of the arrival too, if no other receipt of it is posted. */
function reverse(state: State, paper: Paper, day: ChosenDay): void {
  const own = requestReversal(state, paper, day, [])
  const arrival = arrivalOf(state, paper)
  if (!arrival || !erpStatesInBooks.includes(arrival.erpState)) return
  const isNeeded = state.receipts.some(
    (other) =>
      other.paper !== paper &&
      other.paper.state !== 'reversed' &&
      state.arrivals[other.arrival]!.paper === arrival &&
      ['posting', 'posted', 'partlyPosted', 'failed'].includes(other.paper.erpState),
  )
  if (!isNeeded) requestReversal(state, arrival, day, own)
}

function requestReversal(state: State, paper: Paper, day: ChosenDay, after: Posting[]): Posting[] {
  for (const posting of postingsOf(state, paper))
    if (['rejected', 'dead', 'pending'].includes(posting.state)) posting.state = 'closed'
  paper.erpState = 'reversing'
  const posted = postingsOf(state, paper).filter(
    (posting) =>
      posting.direction === 'post' && posting.state === 'posted' && !isReversed(state, posting),
  )
  return posted.map((original) =>
    newPosting(state, {
      paper,
      direction: 'reverse',
      day,
      dependsOn: [...after, original],
      reverses: original,
    }),
  )
}
