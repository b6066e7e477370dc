/** What the order of steps depends on. */
export interface Ordered {
  name: string
  /** The groups follow each other; within one, steps run at once. */
  group: string
}

/**
 * Runs steps group by group, in their order; in a group so many at once as given. After a failure nothing more is started;
 * what runs is finished.
 * @param run returns whether the step passed
 */
export async function runSteps<Step extends Ordered>(
  steps: readonly Step[],
  atOnce: Readonly<Record<string, number>>,
  run: (step: Step) => Promise<boolean>,
): Promise<void> {
  let hasFailed = false
  for (const [group, own] of Map.groupBy(steps, (step) => step.group)) {
    const waiting = [...own]
    const worker = async (): Promise<void> => {
      for (let step = waiting.shift(); step && !hasFailed; step = waiting.shift())
        // oxlint-disable-next-line no-await-in-loop -- one after the other; the others of the group run beside it
        if (!(await run(step))) hasFailed = true
    }
    await Promise.all(Array.from({ length: atOnce[group] ?? 1 }, worker))
  }
}
