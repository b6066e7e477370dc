import { demandOf, goodsNames, kindOf } from './goods.ts'
import type {
  CountOperation,
  IssuingOperation,
  ReceivingOperation,
  TransferOperation,
} from './operation.ts'
import { isShortOf } from './apply-counts.ts'
import { decide } from './apply-receiving.ts'
import { owners } from './apply-transfers.ts'
import { partsOf, weighBack } from './papers.ts'
import { isCovered, mayTakeBack } from './postings.ts'
import { goodsOf, otherPlace, poolOf, poolTaken, type Pool } from './pools.ts'
import { areGoodsThere } from './rules-of-freezes.ts'
import { dueBeside, isPostedNow } from './samples.ts'
import {
  total,
  type Arrival,
  type Count,
  type Paper,
  type Sample,
  type State,
  type Transfer,
} from './state.ts'
import {
  announced,
  asked,
  free,
  heldOfNote,
  isHeld,
  isShut,
  physical,
  unheld,
  weight,
} from './sums.ts'

// What the documents permit that move goods, before the ERP is concerned.

const sumOf = <T extends { quantity: number }>(
  lines: readonly T[],
  isMeant: (line: T) => boolean,
): number => total(lines.filter(isMeant), ({ quantity }) => quantity)

export function receivingMay(state: State, operation: ReceivingOperation): boolean {
  switch (operation.type) {
    case 'announce':
      return goodsNames.every(
        (goods) =>
          announced(state, goods) + sumOf(operation.lines, (line) => line.goods === goods) <=
          kindOf(goods).ordered,
      )
    case 'arrive':
    case 'draftArrival': {
      const { lines } = state.notes[operation.note]!
      const isWithin = operation.lines.every(({ line, quantity }) => {
        const left = lines[line]!.quantity - lines[line]!.arrived
        return quantity <= left - heldOfNote(state, operation.note, line)
      })
      return isWithin && (operation.type === 'draftArrival' || mayPass(state, operation))
    }
    case 'confirmDraft': {
      const draft = state.drafts[operation.draft]!
      return draft.isOpen && mayPass(state, draft)
    }
    case 'discardDraft':
      return state.drafts[operation.draft]!.isOpen
    case 'decide': {
      const { paper, lines } = state.arrivals[operation.arrival]!
      return (
        paper.state !== 'reversed' &&
        operation.lines.every(({ line, accepted, rejected, destroyed }) => {
          const { quantity, ...before } = lines[line]!
          const decided = before.accepted + before.rejected + before.destroyed
          return decided + accepted + rejected + destroyed <= quantity
        }) &&
        mayDestroy(state, operation)
      )
    }
    case 'withdraw': {
      const { arrival, lines, sample, isWithdrawn } = state.decisions[operation.decision]!
      return (
        !isWithdrawn &&
        (sample === null || sample.paper.state === 'reversed' || mayBringBack(state, sample)) &&
        lines.every(({ line, accepted, rejected }) => {
          const now = state.arrivals[arrival]!.lines[line]!
          return now.received <= now.accepted - accepted && now.blocked <= now.rejected - rejected
        })
      )
    }
    case 'receive': {
      const { paper, lines } = state.arrivals[operation.arrival]!
      if (paper.state !== 'arrived') return false
      if (!mayPutAway(state, operation)) return false
      return lines.every(({ accepted, rejected, received, blocked }, index) => {
        const now = (category: 'UU' | 'BL') =>
          sumOf(operation.lines, (one) => one.line === index && one.category === category)
        return received + now('UU') <= accepted && blocked + now('BL') <= rejected
      })
    }
  }
}

/** What is destroyed leaves the bin where it arrived; the ERP is told at once where nothing is left to wait for. */
function mayDestroy(
  state: State,
  operation: Extract<ReceivingOperation, { type: 'decide' }>,
): boolean {
  const destroyed = operation.lines.filter((line) => line.destroyed > 0)
  if (destroyed.length === 0) return true
  const { paper, lines } = state.arrivals[operation.arrival]!
  // Nothing leaves an arrival that is being reversed.
  if (paper.state !== 'arrived') return false
  if (destroyed.some(({ line }) => isHeld(state, poolOf(lines[line]!.goods, 'QI')))) return false
  const after = structuredClone(state)
  const sample = decide(after, operation, {})!
  if (!isPostedNow(after, sample)) return true
  return state.here.today && dueBeside(after, sample).every(({ paper }) => isCovered(after, paper))
}

/** Not while the ERP has it, or is asked to reverse it. */
const mayBringBack = (state: State, { paper }: Sample): boolean =>
  paper.state === 'reviewed' && mayTakeBack(state, paper) && areGoodsThere(state, paper)

/** What was inspected leaves the bin where it arrived; what is accepted is put away, what is rejected is set apart. */
function mayPutAway(
  state: State,
  { arrival, lines }: Extract<ReceivingOperation, { type: 'receive' }>,
): boolean {
  return lines.every(({ line, category }) => {
    const { goods } = state.arrivals[arrival]!.lines[line]!
    const isThere = kindOf(goods).isInspected && isHeld(state, poolOf(goods, 'QI'))
    return !isThere && !(category === 'UU' && isShut(state, 1, 'A-01'))
  })
}

/** What is posted at the gate needs an open period. */
const mayPass = (
  state: State,
  { note, lines }: Pick<Arrival, 'note'> & { lines: { line: number }[] },
) =>
  !state.isPostedAtGate ||
  state.here.today ||
  !lines.some(({ line }) => kindOf(state.notes[note]!.lines[line]!.goods).isInspected)

/** Nothing of an arrival is inspected or received. */
export const isUnused = ({ lines }: Arrival): boolean =>
  lines.every(
    ({ goods, accepted, rejected, destroyed, received, blocked }) =>
      received + blocked === 0 &&
      (!kindOf(goods).isInspected || accepted + rejected + destroyed === 0),
  )

export function issuingMay(state: State, operation: IssuingOperation): boolean {
  if (operation.type === 'ask')
    return operation.lines.every(
      ({ demand }) =>
        asked(state, demand) + sumOf(operation.lines, (line) => line.demand === demand) <=
        demandOf(demand).foreseen,
    )
  const { lines } = state.requests[operation.request]!
  const beyondHeld = new Map<Pool, number>()
  const taken = operation.lines.map((one) => ({
    ...one,
    pool: poolTaken(lines[one.line]!.demand, one.pool),
  }))
  for (const { line, pool, quantity } of taken) {
    const more = Math.max(quantity - (lines[line]!.held[pool] ?? 0), 0)
    beyondHeld.set(pool, (beyondHeld.get(pool) ?? 0) + more)
  }
  return (
    taken.every(
      ({ line, pool }) =>
        demandOf(lines[line]!.demand).takes.includes(goodsOf(pool)) && !isHeld(state, pool),
    ) &&
    lines.every(
      ({ quantity, issued }, index) =>
        issued + sumOf(operation.lines, ({ line }) => line === index) <= quantity,
    ) &&
    [...beyondHeld].every(([pool, more]) => more <= Math.max(free(state, pool), 0))
  )
}

export function transferMay(state: State, operation: TransferOperation): boolean {
  switch (operation.type) {
    case 'transfer':
    case 'transferAtOnce':
      return (
        !isShut(state, otherPlace(operation.from), 'A-01') &&
        operation.lines.every(
          ({ goods }) =>
            sumOf(operation.lines, (one) => one.goods === goods) <=
            free(state, poolOf(goods, 'UU', operation.from)),
        )
      )
    case 'changeOwner':
      return operation.quantity <= free(state, poolOf(owners[operation.kind].from, 'UU'))
    case 'ship': {
      const transfer = state.transfers[operation.transfer]!
      return transfer.paper.state === 'approved' && mayLeave(state, transfer)
    }
    case 'carryOut': {
      const transfer = state.transfers[operation.transfer]!
      const { paper, kind, from } = transfer
      // Goods that change their owner stay in their bin.
      const isShutThere = kind === 'oneStep' && isShut(state, otherPlace(from), 'A-01')
      return paper.state === 'ready' && mayLeave(state, transfer) && !isShutThere
    }
    case 'cancelTransfer':
      return ['approved', 'ready'].includes(state.transfers[operation.transfer]!.paper.state)
    case 'receiveTransfer': {
      const { paper, from, lines } = state.transfers[operation.transfer]!
      return (
        isOnTheWay(paper) &&
        !isShut(state, otherPlace(from), 'A-01') &&
        operation.quantities.some((quantity) => quantity > 0) &&
        lines.every(({ inTransit }, index) => operation.quantities[index]! <= inTransit)
      )
    }
    case 'sendBack': {
      const { paper, lines } = state.transfers[operation.transfer]!
      const removals = { ...paper, moves: paper.moves.filter(({ part }) => part === 'removal') }
      const back = lines.map(({ inTransit }) => inTransit)
      return isOnTheWay(paper) && weighBack(state, partsOf(removals, back)) !== null
    }
  }
}

const mayLeave = (state: State, { from, lines }: Transfer): boolean =>
  lines.every(({ goods }) => !isHeld(state, poolOf(goods, 'UU', from)))

export const isOnTheWay = ({ state }: Paper): boolean =>
  state === 'inTransit' || state === 'partlyReceived'

export function countMay(state: State, operation: CountOperation): boolean {
  if (operation.type === 'startCount') return true
  const { paper, lines, needsDirector } = state.counts[operation.count]!
  const isIn = (...states: Paper['state'][]) => states.includes(paper.state)
  switch (operation.type) {
    case 'enterCount':
      return isIn('counting')
    case 'enterRecount':
      return isIn('differing')
    case 'explainCount':
      return isIn('differing', 'handled')
    case 'reviewCount':
      if (isIn('handled') && needsDirector) return true
      return isIn('handled', 'toDirector') && lines.every((line) => mayAdjust(state, line))
    case 'refuseCount':
      return isIn('handled', 'toDirector')
    case 'writeOffCount':
      return isIn('counted', 'toDirector') || (isIn('handled') && !needsDirector)
    case 'cancelCount':
      return isIn('counting', 'differing')
    case 'takeBackCount':
      return (
        isIn('reversalApproved') &&
        mayTakeBack(state, paper) &&
        operation.quantities.some((quantity) => quantity > 0) &&
        lines.every(({ adjusted }, index) => operation.quantities[index]! <= adjusted) &&
        paper.moves.every(
          ({ to, line }) => to === null || operation.quantities[line - 1]! <= unheld(state, to),
        ) &&
        weighBack(state, partsOf(paper, operation.quantities)) !== null
      )
  }
}

/** Pieces that are missing must be there and free, and so must their weight. */
function mayAdjust(state: State, line: Count['lines'][number]): boolean {
  const { pool, book, found, bookGrams, foundGrams } = line
  if (book - found > Math.max(unheld(state, pool), 0)) return false
  const grams = foundGrams - bookGrams
  if (found === book && grams !== 0 && physical(state, pool) === 0) return false
  if (!isShortOf(line)) return weight(state, pool) + grams >= 0
  if (book - found === physical(state, pool) && book > found) return true
  return weight(state, pool) + grams >= 0
}
