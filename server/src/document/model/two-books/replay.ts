import { lengthsOf, Positions, type Recorded, type Step } from './recorded.ts'
import { allows } from './rules.ts'
import { step, stepTogether, type Run } from './run.ts'

/** Performs steps as they are. */
export async function performSteps(run: Run, steps: readonly Step[]): Promise<void> {
  for (const one of steps) await ('type' in one ? step(run, one) : stepTogether(run, one))
}

/**
 * Performs recorded steps again, of which others may be left out: what is about documents that are not made is left out too,
 * and what was permitted and is not any more.
 */
export async function replay(run: Run, recorded: readonly Recorded[]): Promise<void> {
  const positions = new Positions()
  for (const one of recorded) {
    const first = lengthsOf(run.state)
    if ('type' in one.step) {
      const operation = positions.translate(one.step)
      if (!operation || (one.wasAllowed && !allows(run.state, operation))) continue
      await step(run, operation)
    } else {
      const operations = one.step.flatMap((operation) => positions.translate(operation) ?? [])
      if (operations.length === 0) continue
      await (operations.length === 1 ? step(run, operations[0]!) : stepTogether(run, operations))
    }
    positions.made(one, first, lengthsOf(run.state))
  }
}
