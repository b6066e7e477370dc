import {
  erpStatesInBooks,
  erpStatesNotInBooks,
  type ErpState,
} from '@kufang/contract/document/declare/erp-state.ts'
import type { ChosenDay, Operation, PersonOperation } from './operation.ts'
import {
  isOfBins,
  isOfCount,
  isOfFreeze,
  isOfIssuing,
  isOfPlaces,
  isOfReceiving,
  isOfTransfer,
  isOfWorld,
} from './operation.ts'
import { erpStatesPostable, isCovered, mayTakeBack, receiptOf } from './postings.ts'
import { neededBy, postLines, unneededOf } from './requests-of-arrivals.ts'
import { binsMay, placesMay } from './rules-of-bins.ts'
import { areGoodsThere, freezeMay, mayMoveBack } from './rules-of-freezes.ts'
import { countMay, issuingMay, isUnused, receivingMay, transferMay } from './rules-of-goods.ts'
import { keyOf, poolOf, type Key, type Pool } from './pools.ts'
import { dueSamples, toReverseFirst } from './samples.ts'
import { linesOfItems, type Item, type Paper, type State } from './state.ts'
import { inErp } from './sums.ts'

const erpStatesSettled: readonly ErpState[] = [...erpStatesNotInBooks, ...erpStatesInBooks]

/** Whether the product, or the ERP for what its users do, must accept the operation if it runs alone. */
export function allows(state: State, operation: Operation): boolean {
  if (!isOfWorld(operation)) return personMay(state, operation)
  switch (operation.type) {
    case 'cancelDirectly': {
      const posting = state.postings[operation.posting]!
      return state.there.today && !posting.isCancelled && erpTakes(state, posting.items, -1)
    }
    case 'postDirectly':
      return (
        state.there.today && inErp(state, poolOf(operation.goods, 'UU')) + operation.quantity >= 0
      )
    case 'cancelTheirs': {
      const direct = state.directs[operation.direct]!
      return (
        state.there.today &&
        !direct.isCancelled &&
        inErp(state, poolOf(direct.goods, 'UU')) - direct.quantity >= 0
      )
    }
    case 'send':
    case 'watch':
    case 'periodHere':
    case 'periodThere':
    case 'postAtGate':
      return true
  }
}

function personMay(state: State, operation: PersonOperation): boolean {
  if (isOfReceiving(operation)) return receivingMay(state, operation)
  if (isOfIssuing(operation)) return issuingMay(state, operation)
  if (isOfCount(operation)) return countMay(state, operation)
  if (isOfTransfer(operation)) return transferMay(state, operation)
  if (isOfFreeze(operation)) return freezeMay(state, operation)
  if (isOfBins(operation)) return binsMay(state, operation)
  if (isOfPlaces(operation)) return placesMay(state, operation)
  switch (operation.type) {
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

const statesToTakeBack: readonly Paper['state'][] = [
  'arrived',
  'moved',
  'rejected',
  'inTransit',
  'partlyReceived',
  'reversalApproved',
]

type OnPaper = Extract<PersonOperation, { paper: number }>

function paperMay(state: State, operation: OnPaper): boolean {
  const paper = state.papers[operation.paper]!
  const { erpState } = paper
  const isSettled = erpStatesSettled.includes(erpState)
  const arrival = state.arrivals.find((one) => one.paper === paper)
  const isFree = !arrival || isUnused(arrival)
  switch (operation.type) {
    case 'review':
    case 'refuse':
      return paper.state === 'moved'
    case 'resubmit':
      return paper.state === 'rejected'
    case 'post':
      return (
        (paper.state === 'reviewed' || isReleased(paper)) &&
        erpStatesPostable.includes(erpState) &&
        isOpenHere(state, operation.day) &&
        isCovered(state, paper) &&
        areSamplesCovered(state, operation.paper)
      )
    case 'requestReversal':
      // Before anything is inspected or received nobody posts an arrival, so it is only reversed if it was posted.
      return arrival
        ? paper.state === 'arrived' && erpStatesInBooks.includes(erpState) && isUnused(arrival)
        : paper.state === 'reviewed' && isSettled && mayMoveBack(state, paper)
    case 'approveReversal':
      return ['reversalRequested', 'reversalToDirector'].includes(paper.state) && isFree
    case 'refuseReversal':
      return (
        ['reversalRequested', 'reversalToDirector', 'reversalApproved'].includes(paper.state) &&
        isSettled
      )
    case 'reverse':
      return (
        paper.state === 'reversalApproved' &&
        isFree &&
        erpStatesInBooks.includes(erpState) &&
        isOpenHere(state, operation.day) &&
        !isAnySampleInFlight(state, paper)
      )
    case 'reversePhysical':
      return (
        statesToTakeBack.includes(paper.state) &&
        isFree &&
        mayTakeBack(state, paper) &&
        areGoodsThere(state, paper)
      )
  }
}

/** What a test destroyed of goods is posted with their receipt. */
function areSamplesCovered(state: State, index: number): boolean {
  const receipt = state.receipts.find(({ paper }) => paper === state.papers[index])
  if (!receipt) return true
  const after = structuredClone(state)
  const lines = receipt.lines.map(({ line }) => line)
  postLines(after, after.arrivals[receipt.arrival]!, neededBy(receipt), null)
  return dueSamples(after, receipt.arrival, lines).every(({ paper }) => isCovered(after, paper))
}

/** What would be reversed before the arrival of a receipt is on its way to the ERP. */
function isAnySampleInFlight(state: State, paper: Paper): boolean {
  const receipt = receiptOf(state, paper)
  if (!receipt) return false
  const lines = linesOfItems(unneededOf(state, receipt).flatMap(({ items }) => items))
  return toReverseFirst(
    state,
    receipt.arrival,
    lines.map((line) => line - 1),
  ).some((sample) => sample.paper.erpState === 'posting')
}

/** A freeze is posted whatever was released of it meanwhile. */
const isReleased = ({ state }: Paper): boolean => state === 'partlyReleased' || state === 'released'

const isOpenHere = (state: State, day: ChosenDay): boolean => {
  if (day === 'tomorrow' || day === 'earlier') return false
  return state.here[day ?? 'today']
}

/**
 * Whether the ERP's stock permits an ERP document (1) or its reversal (-1): item by item, those of a reversal the last one
 * first, so that one of them cannot take what a later one brings.
 */
export function erpTakes(state: State, items: readonly Item[], sign: 1 | -1): boolean {
  const left = new Map<Key, number>()
  const changes = (pool: Pool | null, by: number): boolean => {
    if (pool === null) return true
    const key = keyOf(pool)
    const now = (left.get(key) ?? inErp(state, key)) + by
    left.set(key, now)
    return now >= 0
  }
  return (sign === 1 ? items : items.toReversed()).every(({ move: { from, to }, quantity }) => {
    const [out, into] = sign === 1 ? [from, to] : [to, from]
    return changes(out, -quantity) && changes(into, quantity)
  })
}
