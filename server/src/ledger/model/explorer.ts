import { expect } from 'vitest'
import { explorerOf, type Explorer } from '../../platform/testing/explore.ts'
import { failedProofs, openLedger } from '../testing/ledger-fixture.ts'
import { runSteps } from './run.ts'
import { stepsOf, type Step } from './steps.ts'

/** Explores the ledger. */
export const exploreLedger = (): Explorer =>
  explorerOf<Step>(stepsOf, async () => {
    const ledger = await openLedger()
    return {
      async perform(steps) {
        await runSteps(ledger.database, steps, { accepted: 0, refused: 0 })
        expect(await failedProofs(ledger.database)).toEqual([])
      },
      close: () => ledger.drop(),
    }
  })
