import { applyBins, applyPlaces } from './apply-bins.ts'
import { applyCount } from './apply-counts.ts'
import { applyFreeze, freezeAgain } from './apply-freezes.ts'
import { applyIssuing, holdAgain } from './apply-issuing.ts'
import { applyReceiving, bringBack } from './apply-receiving.ts'
import { applyTransfer } from './apply-transfers.ts'
import { follow, followDependents } from './follow.ts'
import {
  isOfBins,
  isOfCount,
  isOfFreeze,
  isOfIssuing,
  isOfPlaces,
  isOfReceiving,
  isOfTransfer,
  type Answer,
  type ChosenDay,
  type PaperAction,
  type PersonOperation,
} from './operation.ts'
import { takeBack } from './papers.ts'
import { post, reverse } from './post.ts'
import type { Paper, Posting, State } from './state.ts'

/** Enters an accepted operation of a person. */
export function applyPerson(state: State, operation: PersonOperation, answer: Answer): void {
  if (isOfReceiving(operation)) return applyReceiving(state, operation, answer)
  if (isOfIssuing(operation)) return applyIssuing(state, operation, answer)
  if (isOfCount(operation)) return applyCount(state, operation, answer)
  if (isOfTransfer(operation)) return applyTransfer(state, operation, answer)
  if (isOfFreeze(operation)) return applyFreeze(state, operation, answer)
  if (isOfBins(operation)) return applyBins(state, operation, answer)
  if (isOfPlaces(operation)) return applyPlaces(state, operation, answer)
  switch (operation.type) {
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
      return act(state, state.papers[operation.paper]!, operation)
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

/** What the director approved is taken back with his approval too, after that of the shift leader. */
const isForDirector = (state: State, paper: Paper): boolean =>
  paper.state === 'reversalRequested' &&
  state.counts.some((count) => count.paper === paper && count.needsDirector)

function act(state: State, paper: Paper, operation: { type: PaperAction; day?: ChosenDay }): void {
  const { type } = operation
  if (type === 'post') return post(state, paper, operation.day ?? null)
  if (type === 'reverse') return reverse(state, paper, operation.day ?? null)
  const arrival = state.arrivals.find((one) => one.paper === paper)
  if (type !== 'reversePhysical') {
    if (type === 'approveReversal' && isForDirector(state, paper))
      paper.state = 'reversalToDirector'
    else paper.state = arrival && type === 'refuseReversal' ? 'arrived' : nextStates[type]
    return
  }
  for (const { noteLine, quantity } of arrival?.lines ?? [])
    state.notes[arrival!.note]!.lines[noteLine]!.arrived -= quantity
  const sample = state.samples.find((one) => one.paper === paper)
  if (sample) bringBack(state, sample)
  const receipt = state.receipts.find((one) => one.paper === paper)
  for (const { line, category, quantity } of receipt?.lines ?? [])
    state.arrivals[receipt!.arrival]!.lines[line]![category === 'UU' ? 'received' : 'blocked'] -=
      quantity
  takeBack(state, paper)
  const transfer = state.transfers.find((one) => one.paper === paper)
  for (const line of transfer?.lines ?? []) Object.assign(line, { inTransit: 0, received: 0 })
  const issued = state.issues.find((one) => one.paper === paper)
  if (issued) holdAgain(state, issued)
  freezeAgain(state, paper)
}
