import { isRefusal, refusalDetails } from '@kufang/kernel/refusal.ts'
import { expect } from 'vitest'
import { randomOf } from '../../../platform/testing/random.ts'
import { worldErpPassword } from '../../testing/world.ts'
import { apply } from './apply-world.ts'
import { newGround, type Books, type Ground } from './books.ts'
import { choose, chooseMissing, choosePersonal, type Missing } from './choose.ts'
import { actual, expected, expectedThere, stockThere } from './compare.ts'
import { isOfBins, isOfWorld, type Answer, type Operation } from './operation.ts'
import { perform } from './perform.ts'
import { RefusedThere } from './perform-outside.ts'
import { lengthsOf, type Recorded } from './recorded.ts'
import { binsMay } from './rules-of-bins.ts'
import { allows } from './rules.ts'
import { emptyState, type Posting, type State } from './state.ts'

/** One storage location, its model, and what was done there. */
export interface Run {
  books: Books
  ground: Ground
  state: State
  /** What was attempted, for the message of a failure. */
  told: string[]
  /** The same, to be performed again. */
  recorded: Recorded[]
  done: Map<string, number>
  refused: Map<string, number>
  /** The number of operations attempted. */
  performed: number
  /** How often several were attempted at once. */
  together: number
}

export async function startRun(books: Books): Promise<Run> {
  const ground = await newGround(books)
  const state = emptyState()
  const run: Run = {
    books,
    ground,
    state,
    told: [],
    recorded: [],
    done: new Map(),
    refused: new Map(),
    performed: 0,
    together: 0,
  }
  // The periods belong to the company, so that the run before may have left them closed.
  for (const day of ['today', 'lastMonth'] as const)
    for (const type of ['periodHere', 'periodThere'] as const)
      await perform(books, ground, state, { type, day, isOpen: true })
  await perform(books, ground, state, { type: 'postAtGate', isOn: false })
  return run
}

/** What is performed now; until it has succeeded it has made nothing. */
function record(run: Run, step: Recorded['step'], wasAllowed: boolean): Recorded {
  const before = lengthsOf(run.state)
  const recorded = { step, wasAllowed, before, after: before }
  run.recorded.push(recorded)
  return recorded
}

const count = (tally: Map<string, number>, type: string) =>
  tally.set(type, (tally.get(type) ?? 0) + 1)

async function attempt(run: Run, operation: Operation): Promise<Answer | null> {
  try {
    return await perform(run.books, run.ground, run.state, operation)
  } catch (error) {
    if (!isRefusal(error) && !(error instanceof RefusedThere)) throw error
    run.told.push(`  ${isRefusal(error) ? JSON.stringify(refusalDetails(error)) : error.message}`)
    return null
  }
}

/** Performs an operation alone: the model says whether it is accepted, and what both books have after it. */
export async function step(run: Run, operation: Operation): Promise<boolean> {
  const isAllowed = allows(run.state, operation)
  run.performed += 1
  const recorded = record(run, operation, isAllowed)
  run.told.push(`${isAllowed ? '' : 'refused: '}${JSON.stringify(operation)}`)
  if (operation.type === 'send') run.told.push(`  ${queueOf(run.state)}`)
  const answer = await attempt(run, operation)
  count(answer ? run.done : run.refused, operation.type)
  expect({ operation, isDone: answer !== null }).toEqual({ operation, isDone: isAllowed })
  if (answer) apply(run.state, operation, answer)
  recorded.after = lengthsOf(run.state)
  await compare(run, isOfWorld(operation))
  return isAllowed
}

/** The postings on their way, each with the position of its paper and how often it was sent. */
const queueOf = ({ postings, papers }: State): string =>
  postings
    .filter(({ state }) => state === 'pending' || state === 'unknown')
    .map(
      ({ paper, direction, step, state, attempts }) =>
        `${papers.indexOf(paper)} ${paper.name} ${direction} ${step} ${state} ${attempts}`,
    )
    .join(', ')

async function compare(run: Run, isWithErp: boolean): Promise<void> {
  const { books, ground, state } = run
  const [here, there] = await Promise.all([
    actual(books, ground),
    isWithErp ? stockThere(books, ground, worldErpPassword) : undefined,
  ])
  expect(here).toEqual(expected(state))
  if (isWithErp) expect(there).toEqual(expectedThere(state))
}

/** Performs operations of several persons at once: there is an order of the accepted ones that explains the result. */
export async function stepTogether(run: Run, operations: readonly Operation[]): Promise<void> {
  run.performed += operations.length
  const recorded = record(run, operations, true)
  run.told.push(`at once: ${JSON.stringify(operations)}`)
  const answers = await Promise.all(operations.map((one) => attempt(run, one)))
  const accepted = operations.flatMap((operation, index) => {
    const answer = answers[index]!
    count(answer ? run.done : run.refused, operation.type)
    return answer ? [{ operation, answer }] : []
  })
  run.together += 1
  const { open, ...here } = await actual(run.books, run.ground)
  const explained = ordersOf(accepted).flatMap((order) => {
    const state = structuredClone(run.state)
    for (const { operation, answer } of order) {
      if (!allowsBeside(run.state, state, operation)) return []
      apply(state, operation, answer)
    }
    return [state]
  })
  expect(explained.length, `no order permits ${JSON.stringify(accepted)}`).toBeGreaterThan(0)
  const text = JSON.stringify({ ...here, open: [] })
  const found = explained.find((state) => JSON.stringify({ ...expected(state), open: [] }) === text)
  if (!found) expect(here).toEqual({ ...expected(explained[0]!), open: undefined })
  run.state = found!
  recorded.after = lengthsOf(run.state)
  followQueue(run.state, open)
  await compare(run, false)
}

/**
 * Of two postings requested at once both may find the goods that the ERP has for one of them; it refuses the other. A count
 * that begins at once with a move between its bins may not be seen by it, and reckons it in.
 */
function allowsBeside(before: State, now: State, operation: Operation): boolean {
  if (allows(now, operation)) return true
  if (isOfBins(operation)) return binsMay(now, operation, before)
  return operation.type === 'post' && allows(before, operation)
}

/** Acts at once may place their postings into the queue in turn: the model takes over the order of those still open. */
function followQueue(state: State, open: readonly string[]): void {
  const isOpen = ({ state }: Posting) => state === 'pending' || state === 'unknown'
  const byPaper = Map.groupBy(state.postings.filter(isOpen), ({ paper }) => paper.id)
  const queue = open.map((id) => byPaper.get(id)?.shift())
  state.postings = state.postings.map((posting) => (isOpen(posting) ? queue.shift()! : posting))
}

function ordersOf<T>(list: readonly T[]): T[][] {
  if (list.length < 2) return [[...list]]
  return list.flatMap((one, index) =>
    ordersOf(list.toSpliced(index, 1)).map((rest) => [one, ...rest]),
  )
}

/**
 * Performs random operations, mostly one after the other, sometimes several at once.
 * @param missing what is preferred, until nothing of it is left
 */
export async function wander(
  run: Run,
  seed: number,
  operations: number,
  missing: () => Missing = () => ({ done: [], refused: [] }),
): Promise<void> {
  const random = randomOf(seed)
  while (run.performed < operations) {
    const wanted = missing()
    const isGuided = wanted.done.length + wanted.refused.length > 0 && random() < 0.5
    const towards = isGuided ? chooseMissing(run.state, random, wanted) : null
    if (towards !== null) {
      await step(run, towards)
      continue
    }
    if (random() < 0.12) {
      const wanted = Array.from({ length: 2 + Math.floor(random() * 2) }, () =>
        choosePersonal(run.state, random),
      ).filter((one) => one !== null)
      if (wanted.length > 1) await stepTogether(run, wanted)
    } else {
      const operation = choose(run.state, random)
      if (operation) await step(run, operation)
    }
  }
}
