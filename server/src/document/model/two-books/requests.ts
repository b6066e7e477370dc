import type { ChosenDay } from './operation.ts'
import { documentsOf, isReversed } from './postings.ts'
import {
  linesOfItems,
  postingsOf,
  type Item,
  type Paper,
  type Posting,
  type State,
} from './state.ts'

// Single postings and reversals, as they are requested of the outbox.

interface Wanted {
  step: number
  items: Item[]
  day: ChosenDay
  dependsOn: Posting[]
}

/** Requests a posting: the one that certainly did not arrive under its old key, another one after a reversal. */
export function request(
  state: State,
  paper: Paper,
  { step, items, day, dependsOn }: Wanted,
): Posting {
  const latest = postingsOf(state, paper).findLast(
    (one) => one.direction === 'post' && one.step === step,
  )
  const isFinished =
    latest === undefined ||
    latest.state === 'closed' ||
    (latest.state === 'posted' && isReversed(state, latest))
  if (isFinished)
    return newPosting(state, {
      paper,
      step,
      items,
      direction: 'post',
      day,
      dependsOn,
      reverses: null,
    })
  if (latest.state === 'pending') latest.dependsOn = dependsOn
  if (latest.state === 'rejected' || latest.state === 'dead')
    Object.assign(latest, {
      state: 'pending',
      attempts: 0,
      lookUps: 0,
      isDue: true,
      day: day ?? 'today',
      items,
      dependsOn,
    })
  return latest
}

export function newPosting(
  state: State,
  given: Pick<Posting, 'paper' | 'step' | 'items' | 'direction' | 'dependsOn' | 'reverses'> & {
    day: ChosenDay
  },
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

/** Their reversals: the last posted first, each after the one before. One that is on its way already stands. */
export function reversalsOf(
  state: State,
  originals: readonly Posting[],
  day: ChosenDay,
  after: readonly Posting[],
): Posting[] {
  const asked: Posting[] = []
  for (const original of originals.toSorted((one, other) => other.step - one.step)) {
    const { paper, step, items } = original
    const standing = state.postings.find(
      (one) => one.reverses === original && one.state !== 'closed',
    )
    const dependsOn = [...after, original, ...asked.slice(-1)]
    const direction = 'reverse'
    asked.push(
      standing ??
        newPosting(state, { paper, step, items, direction, day, dependsOn, reverses: original }),
    )
  }
  return asked
}

/** Withdraws reversals that are certainly not in the ERP. */
export function closeReversals(state: State, originals: readonly Posting[]): void {
  for (const posting of state.postings)
    if (
      posting.reverses !== null &&
      originals.includes(posting.reverses) &&
      ['rejected', 'dead', 'pending'].includes(posting.state)
    )
      posting.state = 'closed'
}

/** What was never posted is withdrawn with the goods. */
export function closeOpen(state: State, paper: Paper): void {
  for (const posting of postingsOf(state, paper))
    if (posting.state !== 'posted') posting.state = 'closed'
}

/** One ERP document per goods movement code, each after the one before. */
export function requestAll(state: State, paper: Paper, day: ChosenDay, first: Posting[]): void {
  const asked: Posting[] = []
  for (const [index, items] of documentsOf(paper.moves).entries()) {
    const dependsOn = [...first, ...asked.slice(-1)]
    asked.push(request(state, paper, { step: index + 1, items, day, dependsOn }))
  }
  paper.erpState = 'posting'
  for (const line of linesOfItems(asked.flatMap(({ items }) => items)))
    paper.lines[line] = 'posting'
}

/** The lines of the postings that are reversed. */
export function setReversing(paper: Paper, inBooks: readonly Posting[]): void {
  const lines = linesOfItems(inBooks.flatMap(({ items }) => items))
  const isPart = paper.erpState === 'partlyPosted'
  paper.erpState = 'reversing'
  for (const line of Object.keys(paper.lines).map(Number)) {
    const before = paper.lines[line]
    if (lines.includes(line)) paper.lines[line] = 'reversing'
    // Its posting failed and is withdrawn.
    else if (isPart && before === 'failed') paper.lines[line] = 'unposted'
  }
}
