/** What the order of steps depends on. */
export interface Ordered {
  name: string
  /** The groups follow each other; within one, steps run at once. */
  group: string
  /** The step of the group that must have passed before. */
  after?: string
}

/**
 * Runs steps group by group, in their order; in a group so many at once as given. After a failure nothing more is started;
 * what runs is finished.
 * @param run returns whether the step passed
 * @throws if a step follows one that is not in its group
 */
export async function runSteps<Step extends Ordered>(
  steps: readonly Step[],
  atOnce: Readonly<Record<string, number>>,
  run: (step: Step) => Promise<boolean>,
): Promise<void> {
  let hasFailed = false
  for (const [group, own] of Map.groupBy(steps, (step) => step.group)) {
    const waiting = [...own]
    const ended = new Set<string>()
    for (const { name, after } of own)
      if (after !== undefined && !own.some((step) => step.name === after))
        throw new Error(`${name} follows ${after}, which is not in the group ${group}`)
    let running = 0
    /** Where the next step waits that may begin now; negative if none may. */
    const findNext = (): number =>
      hasFailed || running >= atOnce[group]!
        ? -1
        : waiting.findIndex(({ after }) => after === undefined || ended.has(after))
    const begin = async (): Promise<void> => {
      const begun: Promise<void>[] = []
      for (let at = findNext(); at >= 0; at = findNext()) {
        const [step] = waiting.splice(at, 1)
        running += 1
        begun.push(finish(step!))
      }
      await Promise.all(begun)
    }
    const finish = async (step: Step): Promise<void> => {
      const passed = await run(step)
      hasFailed ||= !passed
      running -= 1
      ended.add(step.name)
      await begin()
    }
    await begin()
  }
}
