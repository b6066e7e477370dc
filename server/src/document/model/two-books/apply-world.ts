import { kindOf } from './goods.ts'
import { follow, followDependents } from './follow.ts'
import type { Answer, Fault, Operation, PostingDay, WorldOperation } from './operation.ts'
import { isOfWorld } from './operation.ts'
import { applyPerson } from './apply.ts'
import { postNextStep } from './post.ts'
import { isBehindRefused, isCovered, nextStepOf } from './postings.ts'
import { erpTakes } from './rules.ts'
import type { Posting, State } from './state.ts'

/** How often a posting is sent until it is a dead letter; the same as the interface is set to. */
export const retriesMax = 2

/** The user of the ERP who posts and cancels there. */
export const userOfErp = 'MUELLER'

/** Enters an accepted operation. */
export function apply(state: State, operation: Operation, answer: Answer): void {
  if (isOfWorld(operation)) applyWorld(state, operation, answer)
  else applyPerson(state, operation, answer)
}

function applyWorld(state: State, operation: WorldOperation, answer: Answer): void {
  switch (operation.type) {
    case 'send':
      return send(state, operation.fault)
    case 'watch':
      return watch(state)
    case 'cancelDirectly': {
      const posting = state.postings[operation.posting]!
      posting.isCancelled = true
      posting.isCancelledUnseen = true
      return
    }
    case 'postDirectly':
      return void state.directs.push({
        number: answer.number!,
        year: answer.year!,
        user: userOfErp,
        goods: operation.goods,
        quantity: operation.quantity,
        isCancelled: false,
      })
    case 'cancelTheirs':
      return void (state.directs[operation.direct]!.isCancelled = true)
    case 'periodHere':
      return void (state.here[operation.day] = operation.isOpen)
    case 'postAtGate':
      return void (state.isPostedAtGate = operation.isOn)
    case 'periodThere':
      return void Object.assign(state.there, periodsOf(operation))
  }
}

/** The periods open in the ERP, which keeps the current one and perhaps the one before it. */
export function periodsOf({ day, isOpen }: { day: PostingDay; isOpen: boolean }) {
  if (day === 'today') return { today: isOpen, lastMonth: false }
  return { today: true, lastMonth: isOpen }
}

/** The sender works, one posting after the other in their order, until none is due; time passed before. */
function send(state: State, fault: Fault | null): void {
  let next: Fault | null = fault
  for (const posting of state.postings) posting.isDue = true
  for (;;) {
    const posting = firstDue(state)
    if (!posting) return
    const isStruck = attempt(state, posting, next)
    if (isStruck) next = null
    if (posting.state === 'posted') continueSteps(state, posting)
    follow(state, posting.paper)
    followDependents(state, posting)
  }
}

/** Once the removal of a transfer is posted, its placement is requested. */
function continueSteps(state: State, { direction, paper, step, day }: Posting): void {
  if (direction === 'reverse' || paper.name !== 'transfer-order' || step !== 1) return
  if (paper.state === 'reviewed' && nextStepOf(state, paper) === null) return
  const next = state.here[day] ? day : 'today'
  if (paper.state === 'reviewed' && state.here[next] && isCovered(state, paper))
    postNextStep(state, paper, next)
  else paper.isWorkRefused = true
}

const isOpen = ({ state }: Posting) => state === 'pending' || state === 'unknown'
const lanesOf = ({ items }: Posting) => items.map(({ move }) => kindOf(move.goods).materialNo)
/** Both are about the same material. */
const isInLaneOf = (posting: Posting, other: Posting): boolean =>
  lanesOf(posting).some((lane) => lanesOf(other).includes(lane))

/** One that waits for a later one, which was requested again, does not hold that one back. */
const waitsForLater = (state: State, posting: Posting): boolean =>
  posting.dependsOn.some(
    (need) => isOpen(need) && state.postings.indexOf(need) > state.postings.indexOf(posting),
  )

/** One that waits for a person, behind a refused one, does not hold back its lane. */
function firstDue(state: State): Posting | undefined {
  const open = state.postings.filter(isOpen)
  const inLanes = open.filter(
    (posting) => !waitsForLater(state, posting) && !isBehindRefused(posting),
  )
  return open.find(
    (posting) =>
      posting.isDue &&
      (posting.state === 'unknown' ||
        (inLanes.find((other) => isInLaneOf(other, posting)) === posting &&
          posting.dependsOn.every(({ state: need }) => need === 'posted' || need === 'closed'))),
  )
}

/** @returns whether the fault struck */
function attempt(state: State, posting: Posting, fault: Fault | null): boolean {
  const original = posting.reverses
  if (posting.state === 'unknown') {
    lookUp(posting)
    return false
  }
  posting.attempts += 1
  posting.lookUps = 0
  // A reversal is looked for before it is sent, whoever made it.
  if (original?.isCancelled) {
    settle(posting)
    return false
  }
  const isTaken = state.there[posting.day] && erpTakes(state, posting.items, original ? -1 : 1)
  switch (fault) {
    case 'drop-before':
      Object.assign(posting, { state: 'unknown', isDue: false })
      return true
    case 'drop-after':
      if (isTaken) execute(posting)
      Object.assign(posting, { state: 'unknown', isDue: false })
      return true
    case 'status-503':
    case 'lock-message':
      posting.state = posting.attempts >= retriesMax ? 'dead' : 'pending'
      posting.isDue = false
      return true
    case 'business-reject':
      posting.state = 'rejected'
      return true
    case 'no-number-on-201':
    case 'empty-items-on-201':
    case 'expired-token':
    case null:
      if (isTaken) {
        execute(posting)
        settle(posting)
      } else posting.state = 'rejected'
      return fault !== null
  }
}

function execute(posting: Posting): void {
  posting.isInErp = true
  if (posting.reverses) posting.reverses.isCancelled = true
}

function settle(posting: Posting): void {
  posting.state = 'posted'
  // Whoever reversed it in the ERP, it is entered as ours now.
  if (posting.reverses) posting.reverses.isCancelledUnseen = false
}

function lookUp(posting: Posting): void {
  const isThere = posting.reverses ? posting.reverses.isCancelled : posting.isInErp
  if (isThere) return settle(posting)
  posting.lookUps += 1
  if (posting.lookUps < 2) posting.isDue = false
  else posting.state = posting.attempts >= retriesMax ? 'dead' : 'pending'
}

/** What users of the ERP did is entered, unless a posting of ours on its way will find it. */
function watch(state: State): void {
  // What it adds are reversals, which it leaves.
  for (const posting of state.postings) {
    if (!posting.isCancelledUnseen || posting.state !== 'posted') continue
    const reversals = state.postings.filter((other) => other.reverses === posting)
    if (reversals.some(isOpen)) continue
    for (const reversal of reversals)
      if (reversal.state === 'rejected' || reversal.state === 'dead') reversal.state = 'closed'
    posting.isCancelledUnseen = false
    const reversal: Posting = {
      ...posting,
      direction: 'reverse',
      state: 'posted',
      reverses: posting,
      isDirect: true,
      day: 'today',
      isCancelled: false,
      dependsOn: [],
    }
    state.postings.push(reversal)
    follow(state, posting.paper)
    followDependents(state, reversal)
  }
}
