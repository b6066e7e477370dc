import { explorerOf, type Explorer } from '../../platform/testing/explore.ts'
import { createWorld } from '../testing/world.ts'
import { newTally, runSteps } from './run-steps.ts'
import { stepsOf, type Step } from './steps.ts'

/** Explores receipts, requisitions and issues. */
export const exploreDocuments = (): Explorer =>
  explorerOf<Step>(stepsOf, async () => {
    const world = await createWorld()
    return {
      perform: (steps) => runSteps(world, steps, newTally()),
      close: () => world.close(),
    }
  })
