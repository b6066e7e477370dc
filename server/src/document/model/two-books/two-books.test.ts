import { afterAll, expect, test } from 'vitest'
import '../../../effects.ts'
import { openBooks, type Books } from './books.ts'
import { keptRuns } from './kept.ts'
import { neverRefused, operationTypes } from './operation.ts'
import { performSteps } from './replay.ts'
import { startRun, wander, type Run } from './run.ts'
import { prove, settle } from './settle.ts'

// Random legal and illegal operations of persons, of users of the ERP and of our jobs, with the sender working against the
// stand-in: both books are compared with a model of plain sums after each of them. KUFANG_MODEL_OPERATIONS sets the least
// number of operations, KUFANG_MODEL_SEED repeats them: a failing run names its own seed, with which it comes first.

/** Of the first run; the next ones have the numbers after it, so that each state of the repository has one result. */
const firstSeed = 2_021_016_351
const operationsMin = Number(process.env['KUFANG_MODEL_OPERATIONS'] ?? 900)
const seed = Number(process.env['KUFANG_MODEL_SEED'] ?? firstSeed)
/** More than the least, until every operation has succeeded and been refused: otherwise the test proves nothing. */
const furtherMax = 12_000
/** Of a run, before everything in it is brought to an end. */
const operationsOfRun = 220
/** Then another database and another ERP follow, because both keep every document. */
const runsOfBooks = 6

let books: Books | undefined
afterAll(() => books?.close())

const byFinding = keptRuns.map((one) => [one.finding, one] as const)
test.each(byFinding)('%s', async (_finding, { steps }) => {
  books ??= await openBooks()
  const run = await startRun(books)
  try {
    await performSteps(run, steps)
    await settle(run)
    await prove(run)
  } catch (error) {
    console.info(run.told.join('\n'))
    throw error
  }
  expect(run.performed).toBeGreaterThanOrEqual(steps.length)
})

type Tally = Map<string, number>

function add(to: Tally, from: Tally): void {
  for (const [type, number] of from) to.set(type, (to.get(type) ?? 0) + number)
}

async function perform(run: Run, ofRun: number): Promise<void> {
  try {
    await wander(run, ofRun, operationsOfRun)
    await settle(run)
    await prove(run)
  } catch (error) {
    console.info(run.told.join('\n'))
    // In the message, which is what is kept of a run of CI.
    if (error instanceof Error) error.message += `\nrepeat it with KUFANG_MODEL_SEED=${ofRun}`
    throw error
  }
}

test('whatever people, the ERP and its users do, both books come to what the model does, and agree when all is settled', async () => {
  console.info(`two books: seed ${seed}, at least ${operationsMin} operations`)
  const began = performance.now()
  const [done, refused]: [Tally, Tally] = [new Map(), new Map()]
  let [performed, together] = [0, 0]
  const missing = () =>
    operationTypes.filter(
      (type) =>
        (done.get(type) ?? 0) < 3 || (!neverRefused.has(type) && (refused.get(type) ?? 0) < 1),
    )
  const isEnough = () =>
    performed >= operationsMin &&
    (missing().length === 0 || performed >= operationsMin + furtherMax)
  for (let run = 0; !isEnough(); run += 1) {
    if (run % runsOfBooks === 0) {
      await books?.close()
      books = await openBooks()
    }
    const one = await startRun(books!)
    await perform(one, seed + run)
    performed += one.performed
    together += one.together
    add(done, one.done)
    add(refused, one.refused)
  }
  const seconds = (performance.now() - began) / 1000
  const tallies = { done: Object.fromEntries(done), refused: Object.fromEntries(refused) }
  console.info(
    `two books: ${performed} operations, ${together} times several at once, in ${Math.round(seconds)} s: ${JSON.stringify(tallies)}`,
  )
  expect(missing()).toEqual([])
  expect(together).toBeGreaterThan(performed / 50)
}, 7_200_000)
