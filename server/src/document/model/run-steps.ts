import { isRefusal } from '@kufang/kernel/refusal.ts'
import { expect } from 'vitest'
import { runProofs } from '../../ledger/proofs.ts'
import { newPlace } from '../testing/ground.ts'
import type { World } from '../testing/world.ts'
import { aim } from './aim.ts'
import { actual, expected } from './compare.ts'
import { Model } from './model.ts'
import type { Done, Operation } from './operation.ts'
import { newGround, perform, type Ground } from './run.ts'
import type { Step } from './steps.ts'

/** How often each operation succeeded and was refused, and how often several were attempted at once. */
export interface Tally {
  done: Map<Operation['type'], number>
  refused: Map<Operation['type'], number>
  together: number
}

export const newTally = (): Tally => ({ done: new Map(), refused: new Map(), together: 0 })

/** Does the steps at a storage location of their own, compares the product with the model after each, and proves it. */
export async function runSteps(world: World, steps: readonly Step[], tally: Tally): Promise<void> {
  const ground = await newGround(world, await newPlace(world))
  const model = new Model()
  for (const step of steps) {
    const wanted = step.flatMap((one) => aim(model, one) ?? [])
    if (wanted.length === 0) continue
    const alone =
      wanted.length === 1
        ? { may: model.allows(wanted[0]!), says: model.predicts(wanted[0]!) }
        : null
    const answers = await Promise.all(wanted.map((one) => attempt(world, ground, model, one)))
    if (alone) {
      const answer = answers[0]!
      expect({ wanted, isDone: answer !== null }).toEqual({ wanted, isDone: alone.may })
      if (answer) expect({ wanted, answer }).toMatchObject({ wanted, answer: alone.says })
    } else tally.together += 1
    wanted.forEach((one, position) => {
      const answer = answers[position]
      if (answer) model.apply(one, answer)
      const of = answer ? tally.done : tally.refused
      of.set(one.type, (of.get(one.type) ?? 0) + 1)
    })
    expect(model.impossible(), JSON.stringify(wanted)).toEqual([])
    expect(await actual(world, ground, model), JSON.stringify(wanted)).toEqual(expected(model))
  }
  for (const proof of await world.database.snapshot((tx) => runProofs(tx)))
    expect(proof.rows, proof.name).toEqual([])
}

async function attempt(
  world: World,
  ground: Ground,
  model: Model,
  wanted: Operation,
): Promise<Done | null> {
  try {
    return await perform(world, ground, model, wanted)
  } catch (error) {
    if (isRefusal(error)) return null
    throw error
  }
}
