import type { Operation } from './operation.ts'
import { step, stepTogether, type Run } from './run.ts'

/** What is performed at a time: one operation, or several at once. */
export type Step = Operation | readonly Operation[]

/** Performs steps as they are. */
export async function performSteps(run: Run, steps: readonly Step[]): Promise<void> {
  for (const one of steps) await ('type' in one ? step(run, one) : stepTogether(run, one))
}
