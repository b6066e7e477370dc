import { shorten } from './shorten.ts'

/** The models that `npm run model` explores. */
export const modelNames = ['ledger', 'documents', 'two-books'] as const
export type ModelName = (typeof modelNames)[number]

/** What a seed led to. */
export interface Explored {
  /** How many operations were performed, without those of shortening. */
  operations: number
  /** Null if the product and the model agree. */
  failure: { error: unknown; steps: readonly unknown[] } | null
}

/** Explores a model, one seed after the other. */
export interface Explorer {
  /** @param isOver ends the shortening of what fails */
  explore(seed: number, isOver: () => boolean): Promise<Explored>
  close(): Promise<void>
}

/** The product to which steps are done; one that failed is not used again. */
export interface Stage<Step> {
  perform(steps: readonly Step[]): Promise<void>
  close(): Promise<void>
}

/** Explores a model whose steps follow from the seed alone. */
export function explorerOf<Step>(
  stepsOf: (seed: number) => readonly Step[],
  open: () => Promise<Stage<Step>>,
): Explorer {
  let stage: Stage<Step> | null = null
  const close = async () => {
    await stage?.close()
    stage = null
  }
  async function errorOf(steps: readonly Step[]): Promise<{ error: unknown } | null> {
    stage ??= await open()
    try {
      await stage.perform(steps)
      return null
    } catch (error) {
      await close()
      return { error }
    }
  }
  return {
    async explore(seed, isOver) {
      const steps = stepsOf(seed)
      const operations = steps.flat().length
      const found = await errorOf(steps)
      if (found === null) return { operations, failure: null }
      const fails = async (list: readonly Step[]) => (await errorOf(list)) !== null
      return {
        operations,
        failure: { ...found, steps: await shorten(steps, fails, isOver) },
      }
    },
    close,
  }
}

/** The command that repeats a seed, and shortens what it finds. */
export const commandFor = (model: ModelName, seed: number): string =>
  `npm run model -- --only ${model} --seed ${seed}`

/** Does the work of a seed; the message of a failure names the command that repeats and shortens it. */
export async function repeatedBy<T>(
  model: ModelName,
  seed: number,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    // In the message, which is what is kept of a run of CI.
    if (error instanceof Error)
      error.message += `\nrepeat and shorten it: ${commandFor(model, seed)}`
    throw error
  }
}
