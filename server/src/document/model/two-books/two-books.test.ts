import { afterAll, expect, test } from 'vitest'
import '../../../effects.ts'
import { repeatedBy } from '../../../platform/testing/explore.ts'
import { openBooks, type Books } from './books.ts'
import { operationsOfRun, runsOfBooks } from './explorer.ts'
import { keptRuns } from './kept.ts'
import { neverRefused, operationTypes } from './operation.ts'
import { performSteps } from './replay.ts'
import type { Missing } from './choose.ts'
import { startRun, wander, type Run } from './run.ts'
import { prove, settle } from './settle.ts'

// Random legal and illegal operations of persons, of users of the ERP and of our jobs, with the sender working against the
// stand-in: both books are compared with a model of plain sums after each of them. `npm run model` explores further seeds.

/** Of the first run; the next ones have the numbers after it, so that each state of the repository has one result. */
const firstSeed = 2_021_016_351
const operationsMin = 900
/** More than the least, until every operation has succeeded and been refused: otherwise the test proves nothing. */
const furtherMax = 6000

let books: Books | undefined
afterAll(() => books?.close())

const byFinding = keptRuns.map((one) => [one.finding, one] as const)
test.each(byFinding)('%s', async (_finding, { steps }) => {
  books ??= await openBooks()
  const run = await startRun(books)
  await performSteps(run, steps)
  await settle(run)
  await prove(run)
  expect(run.performed).toBeGreaterThanOrEqual(steps.length)
})

type Tally = Map<string, number>

function add(to: Tally, from: Tally): void {
  for (const [type, number] of from) to.set(type, (to.get(type) ?? 0) + number)
}

/** What a guided run did, in the message of its failure: its seed alone does not repeat it, the steps do (`performSteps`). */
async function toldBy(run: Run, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (error instanceof Error)
      error.message += `\nsteps: ${JSON.stringify(run.recorded.map((one) => one.step))}`
    throw error
  }
}

test('whatever people, the ERP and its users do, both books come to what the model does, and agree when all is settled', async () => {
  const [done, refused]: [Tally, Tally] = [new Map(), new Map()]
  let [performed, together] = [0, 0]
  const missingWith = (one?: Run): Missing => {
    const times = (tally: Tally, more: Tally | undefined, type: string) =>
      (tally.get(type) ?? 0) + (more?.get(type) ?? 0)
    return {
      done: operationTypes.filter((type) => times(done, one?.done, type) < 3),
      refused: operationTypes.filter(
        (type) => !neverRefused.has(type) && times(refused, one?.refused, type) < 1,
      ),
    }
  }
  const isComplete = () => Object.values(missingWith()).every(({ length }) => length === 0)
  const isEnough = () =>
    performed >= operationsMin && (isComplete() || performed >= operationsMin + furtherMax)
  for (let run = 0; !isEnough(); run += 1) {
    if (run % runsOfBooks === 0) {
      await books?.close()
      books = await openBooks()
    }
    const one = await startRun(books!)
    const seed = firstSeed + run
    // By chance alone what is rare takes thirty runs, one time more, another time less.
    const wanted = performed < operationsMin ? undefined : () => missingWith(one)
    const work = async () => {
      await wander(one, seed, operationsOfRun, wanted)
      await settle(one)
      await prove(one)
    }
    await (wanted === undefined ? repeatedBy('two-books', seed, work) : toldBy(one, work))
    performed += one.performed
    together += one.together
    add(done, one.done)
    add(refused, one.refused)
  }
  expect(missingWith()).toEqual({ done: [], refused: [] })
  expect(together).toBeGreaterThan(performed / 50)
}, 7_200_000)
