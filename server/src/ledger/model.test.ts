import { afterAll, beforeAll, expect, test } from 'vitest'
import { repeatedBy } from '../platform/testing/explore.ts'
import { runSteps } from './model/run.ts'
import { stepsOf } from './model/steps.ts'
import { failedProofs, openLedger, type LedgerDatabase } from './testing/ledger-fixture.ts'

/** Of the first run; the next ones have the numbers after it, so that each state of the repository has one result. */
const firstSeed = 1
const runs = 100

let ledger: LedgerDatabase

beforeAll(async () => {
  ledger = await openLedger()
})
afterAll(() => ledger.drop())

test('whatever is done in whatever order, the ledger says and keeps what the model does', async () => {
  const outcomes = { accepted: 0, refused: 0 }
  for (let seed = firstSeed; seed < firstSeed + runs; seed += 1)
    await repeatedBy('ledger', seed, () => runSteps(ledger.database, stepsOf(seed), outcomes))
  expect(await failedProofs(ledger.database)).toEqual([])
  // Both outcomes must occur often, otherwise the test proves nothing.
  expect(outcomes.accepted).toBeGreaterThan(300)
  expect(outcomes.refused).toBeGreaterThan(100)
})
