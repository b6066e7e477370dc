import { afterAll, beforeAll, expect, test } from 'vitest'
import '../../effects.ts'
import { repeatedBy } from '../../platform/testing/explore.ts'
import { createWorld, type World } from '../testing/world.ts'
import { newTally, runSteps } from './run-steps.ts'
import { stepsOf } from './steps.ts'

// Random legal and illegal operations by concurrent users, compared with a model of plain sums. `npm run model` explores
// further seeds.

/** Of the first run; the next ones have the numbers after it, so that each state of the repository has one result. */
const firstSeed = 1
const runs = 14

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const types = [
  'announce',
  'arrive',
  'draftArrival',
  'confirmDraft',
  'discardDraft',
  'decide',
  'withdraw',
  'receive',
  'ask',
  'issue',
  'reverseIssue',
  'reversePart',
  'reverseReceipt',
  'reverseReceiptPart',
  'reverseArrival',
] as const
test('whatever several people do at once, the product comes to what the model does and the proofs find nothing', async () => {
  const tally = newTally()
  for (let seed = firstSeed; seed < firstSeed + runs; seed += 1)
    await repeatedBy('documents', seed, () => runSteps(world, stepsOf(seed), tally))
  // Every operation must have succeeded and been refused, and concurrent runs must have occurred; otherwise the test
  // proves nothing.
  const { done, refused, together } = tally
  const said = JSON.stringify({
    done: Object.fromEntries(done),
    refused: Object.fromEntries(refused),
  })
  for (const type of types) {
    expect(done.get(type) ?? 0, said).toBeGreaterThan(2)
    expect(refused.get(type) ?? 0, said).toBeGreaterThan(0)
  }
  expect(together).toBeGreaterThan(runs * 3)
}, 3_600_000)
